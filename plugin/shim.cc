// plugin/shim.cc: the plugin action, its options, and the consumer that sees
// each function as soon as it is parsed, before code is generated for it.
#include "plugin/shim.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include <memory>

using namespace clang;
using namespace loft;

namespace {

// Everything of one translation unit. Shared with the callback that runs in
// LLVM's pipeline, which may outlive the consumer.
struct unit {
  explicit unit(CompilerInstance &ci, const plugin_options &options)
      : diag(ci.getDiagnostics()) {
    state = plugin_create(&options, shim_diag::callback, &diag);
    diag.state = state;
    diag.remarks = options.remarks;
  }
  ~unit() { plugin_destroy(state); }
  // Writes the report, once everything about the regions is known.
  void
  report() {
    plugin_write_report(state, source.c_str(), output.c_str());
  }
  std::string source, output; // files, for the report
  bool defined = false;       // the regions, when there are no passes
  shim_diag diag;
  plugin_state *state;
  shim_pragmas pragmas;
  shim_swaps swaps;
};

// Defines the region functions of "m"; everything about them is known then.
void
define_all(unit &u, llvm::Module &m) {
  u.diag.pragma = SourceLocation();
  plugin_define_regions(u.state, llvm::wrap(&m));
  u.report();
}

// Runs at the start of the pipeline.
struct define_regions : llvm::PassInfoMixin<define_regions> {
  explicit define_regions(std::shared_ptr<unit> unit) : u(std::move(unit)) {}
  llvm::PreservedAnalyses
  run(llvm::Module &m, llvm::ModuleAnalysisManager &) {
    define_all(*u, m);
    return llvm::PreservedAnalyses::none();
  }
  static bool
  isRequired() {
    return true;
  }
  std::shared_ptr<unit> u;
};

// Makes "pb" define the regions before anything else. Without LLVM's passes
// (-save-temps writes bitcode first and optimises that) there is no start of a
// pipeline, but the writer of IR is a pass: then it is before that one.
void
hook_pipeline(llvm::PassBuilder &pb, std::shared_ptr<unit> u, bool no_passes) {
  if (!no_passes) {
    pb.registerPipelineStartEPCallback(
        [u](llvm::ModulePassManager &pm, llvm::OptimizationLevel) {
          pm.addPass(define_regions(u));
        });
    return;
  }
  llvm::PassInstrumentationCallbacks *pic =
      pb.getPassInstrumentationCallbacks();
  if (pic)
    pic->registerBeforeNonSkippedPassCallback([u](StringRef, llvm::Any ir) {
      if (const llvm::Module **m = llvm::any_cast<const llvm::Module *>(&ir))
        if (!u->defined) {
          u->defined = true;
          define_all(*u, const_cast<llvm::Module &>(**m));
        }
    });
}

// Lifts the annotated statements of each function.
class consumer : public ASTConsumer {
public:
  consumer(CompilerInstance &instance, std::shared_ptr<unit> unit)
      : ci(instance), u(std::move(unit)) {
    swapping = makes_code();
  }
  bool HandleTopLevelDecl(DeclGroupRef group) override;
  void HandleTranslationUnit(ASTContext &cx) override;

private:
  CompilerInstance &ci;
  std::shared_ptr<unit> u;
  llvm::DenseSet<const Stmt *> lifted; // as they are now
  bool swapping; // false: report only, nothing runs the module pass

  bool makes_code() const;
  plugin_unit facts() const;
  void function(FunctionDecl *f);
  void drop_seen(const llvm::DenseSet<unsigned> &seen);
  void lift_all(FunctionDecl *f, std::vector<shim_site> &sites, shim_live &live,
                shim_scan &facts);
  bool lift(FunctionDecl *f, shim_site &site, shim_live &live,
            shim_scan &facts);
  void keep(FunctionDecl *f, shim_site &site, shim_live &live,
            shim_scan &facts);
  VarDecl *kept(const shim_site &site, const plugin_token *name);
  bool check_site(const shim_site &site);
  bool check_clauses(const shim_site &site);
  bool check_variable(const shim_site &site, const char *name, loft_loc loc);
  void ignore_inner(const std::vector<shim_site> &inner);
};

// Whether this run of Clang generates code with LLVM's passes.
bool
consumer::makes_code() const {
  switch (ci.getFrontendOpts().ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
    return true;
  default: // the others do not generate code
    return false;
  }
}

// This translation unit.
plugin_unit
consumer::facts() const {
  const LangOptions &lo = ci.getLangOpts();
  const CodeGenOptions &cg = ci.getCodeGenOpts();
  const TargetInfo &target = ci.getTarget();
  const SanitizerMask arithmetic =
      SanitizerKind::Undefined | SanitizerKind::Integer |
      SanitizerKind::ImplicitConversion | SanitizerKind::FloatDivideByZero |
      SanitizerKind::LocalBounds;
  frontend::ActionKind action = ci.getFrontendOpts().ProgramAction;
  auto method = lo.getFPEvalMethod();
  plugin_unit out = {};
  out.triple =
      arena_strdup(u->state->cx.arena, target.getTriple().str().c_str());
  out.is_c = !lo.CPlusPlus && !lo.ObjC && !lo.OpenCL && !lo.CUDA && !lo.HLSL;
  out.has_layout =
      target.getPointerWidth(LangAS::Default) == 64 && !target.isBigEndian();
  out.traps_overflow =
      lo.getSignedOverflowBehavior() == LangOptions::SOB_Trapping;
  out.traps_faults = bool(lo.Sanitize.Mask & cg.SanitizeTrap.Mask & arithmetic);
  out.has_eval_method = target.getFPEvalMethod() != LangOptions::FEM_Source ||
                        (method != LangOptions::FEM_UnsetOnCommandLine &&
                         method != LangOptions::FEM_Source);
  out.makes_code = swapping;
  out.writes_ir = action == frontend::EmitBC || action == frontend::EmitLLVM;
  out.runs_passes = !cg.DisableLLVMPasses;
  out.precompiles = action == frontend::GeneratePCH ||
                    action == frontend::GenerateModule ||
                    action == frontend::GenerateModuleInterface ||
                    action == frontend::GenerateHeaderUnit;
  return out;
}

bool
consumer::HandleTopLevelDecl(DeclGroupRef group) {
  if (u->pragmas.empty())
    return true;
  plugin_unit unit = facts();
  const char *what;
  rec_reason reason;
  if (plugin_refuses_unit(&unit, &reason, &what)) {
    // Once a translation unit, but each "required" is an error of its own.
    for (const shim_pragma &p : u->pragmas)
      u->diag.refuse(p.says.required, p.loc, reason, what);
    u->pragmas.clear();
    return true;
  }
  for (Decl *d : group)
    if (FunctionDecl *f = dyn_cast<FunctionDecl>(d))
      if (f->doesThisDeclarationHaveABody())
        function(f);
  return true;
}

void
consumer::HandleTranslationUnit(ASTContext &) {
  for (const shim_pragma &p : u->pragmas)
    u->diag.refuse(p.says.required, p.loc, REC_NOT_A_LOOP, "");
  u->pragmas.clear();
  // Otherwise the module pass does, which knows more.
  plugin_unit unit = facts();
  const char *what;
  rec_reason reason;
  if (!swapping || ci.getDiagnostics().hasErrorOccurred() ||
      plugin_refuses_unit(&unit, &reason, &what))
    u->report();
}

// Forgets the pragmas in "seen"; those before the last of them that met no
// statement never will.
void
consumer::drop_seen(const llvm::DenseSet<unsigned> &seen) {
  shim_pragmas rest;
  for (unsigned i = 0; i < u->pragmas.size(); i++)
    if (!seen.count(i))
      rest.push_back(u->pragmas[i]);
  u->pragmas = std::move(rest);
}

void
consumer::function(FunctionDecl *f) {
  llvm::DenseSet<unsigned> seen;
  std::vector<shim_site> sites =
      shim_find_sites(f->getBody(), u->pragmas, seen);
  if (!sites.empty() && !u->state->options.off && !f->isInvalidDecl() &&
      !shim_has_errors(f->getBody())) {
    shim_live live(f);
    shim_scan facts;
    facts.function(f);
    lift_all(f, sites, live, facts);
  }
  drop_seen(seen);
}

void
consumer::lift_all(FunctionDecl *f, std::vector<shim_site> &sites,
                   shim_live &live, shim_scan &facts) {
  for (shim_site &site : sites) {
    u->diag.pragma = site.pragma->loc;
    if (site.pragma->says.keeps.n > 0)
      keep(f, site, live, facts);
    else if (lift(f, site, live, facts))
      ignore_inner(site.inner);
    else
      lift_all(f, site.inner, live, facts);
  }
}

// The pragmas inside a lifted statement have no effect.
void
consumer::ignore_inner(const std::vector<shim_site> &inner) {
  for (const shim_site &site : inner) {
    if (u->state->options.remarks)
      u->diag.report(DIAG_REMARK, site.pragma->loc, nullptr,
                     "this pragma is inside a lifted statement and has no "
                     "effect");
    ignore_inner(site.inner);
  }
}

bool
consumer::check_clauses(const shim_site &site) {
  const plugin_pragma &p = site.pragma->says;
  for (int k = 0; k < p.reduces.n; k++)
    if (!check_variable(site, p.reduces.at[k].name, p.reduces.at[k].loc))
      return false;
  for (int k = 0; k < p.combines.n; k++)
    if (!check_variable(site, p.combines.at[k].name, p.combines.at[k].loc))
      return false;
  return true;
}

// Refuses a clause about a variable that the statement does not name.
bool
consumer::check_variable(const shim_site &site, const char *name,
                         loft_loc loc) {
  if (shim_find_variable(ci.getSourceManager(), site.stmt, name, {}))
    return true;
  u->diag.refuse(site.pragma->says.required,
                 SourceLocation::getFromRawEncoding(loc.raw),
                 REC_PRAGMA_VARIABLE, name);
  return false;
}

bool
consumer::check_site(const shim_site &site) {
  bool required = site.pragma->says.required;
  if (site.openmp) {
    u->diag.refuse(required, site.stmt->getBeginLoc(), REC_OPENMP, "");
    u->diag.note_pragma();
    return false;
  }
  if (!site.fits) {
    bool keeps = site.pragma->says.keeps.n > 0;
    u->diag.refuse(required, site.pragma->loc,
                   keeps ? REC_KEEP_STATEMENT : REC_NOT_A_LOOP, "");
    return false;
  }
  if (site.captured) {
    u->diag.refuse(required, site.stmt->getBeginLoc(), REC_CAPTURED,
                   "the loop");
    u->diag.note_pragma();
    return false;
  }
  return check_clauses(site);
}

// Recognises and swaps one statement. False: it stays as it was.
bool
consumer::lift(FunctionDecl *f, shim_site &site, shim_live &live,
               shim_scan &facts) {
  if (!check_site(site))
    return false;
  ASTContext &cx = f->getASTContext();
  shim_tree tree(cx, u->state->cx.arena, u->swaps, live, facts, f);
  const plugin_region *r = plugin_recognize(u->state, tree.region(site));
  if (!r)
    return false;
  if (swapping)
    shim_swap(cx, tree, u->state->cx.arena, r, site.slot, u->swaps);
  lifted.insert(*site.slot);
  return true;
}

// The array that is to be kept in the site's statement by that name; or null,
// where it is none.
VarDecl *
consumer::kept(const shim_site &site, const plugin_token *name) {
  SourceLocation at = SourceLocation::getFromRawEncoding(name->loc.raw);
  VarDecl *v = shim_find_variable(ci.getSourceManager(), site.stmt, name->text,
                                  site.pragma->loc);
  if (!v)
    u->diag.refuse(false, at, REC_PRAGMA_VARIABLE, name->text);
  else if (!v->getType()->isArrayType() && !v->getType()->isPointerType())
    u->diag.refuse(false, at, REC_KEEP_VARIABLE, name->text);
  else
    return v;
  return nullptr;
}

// Lifts what is inside the statement, in which results stay.
void
consumer::keep(FunctionDecl *f, shim_site &site, shim_live &live,
               shim_scan &facts) {
  ASTContext &cx = f->getASTContext();
  llvm::SmallVector<VarDecl *, 8> arrays;
  bool fits = check_site(site);
  for (int k = 0; k < site.pragma->says.keeps.n && fits; k++) {
    VarDecl *v = kept(site, &site.pragma->says.keeps.at[k]);
    fits = v != nullptr;
    arrays.push_back(v);
  }
  lift_all(f, site.inner, live, facts);
  u->diag.pragma = site.pragma->loc;
  if (!fits)
    return;
  for (const VarDecl *v : arrays)
    if (const Expr *e = shim_find_access(site.stmt, v, lifted)) {
      u->diag.refuse(false, e->getBeginLoc(), REC_KEEP_TOUCHED, v->getName());
      u->diag.note_pragma();
    }
  shim_tree tree(cx, u->state->cx.arena, u->swaps, live, facts, f);
  if (swapping)
    shim_keep(cx, tree, arrays, site.slot, u->swaps);
}

// -- The action --------------------------------------------------------------

// `clang -fplugin=libloft.so`
class action : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &ci,
                                                 StringRef) override;
  bool ParseArgs(const CompilerInstance &ci,
                 const std::vector<std::string> &args) override;
  ActionType
  getActionType() override {
    return AddBeforeMainAction;
  }

private:
  plugin_options options = {}; // strings are the CompilerInstance's
};

std::unique_ptr<ASTConsumer>
action::CreateASTConsumer(CompilerInstance &ci, StringRef file) {
  auto u = std::make_shared<unit>(ci, options);
  u->source = file.str();
  u->output = ci.getFrontendOpts().OutputFile;
  shim_watch_pragmas(ci.getPreprocessor(), u->pragmas, u->diag);
  CodeGenOptions &cg = ci.getCodeGenOpts();
  cg.PassBuilderCallbacks.push_back(
      [u, none = cg.DisableLLVMPasses](llvm::PassBuilder &pb) {
        hook_pipeline(pb, u, none);
      });
  return std::make_unique<consumer>(ci, u);
}

bool
action::ParseArgs(const CompilerInstance &ci,
                  const std::vector<std::string> &args) {
  arena *a = arena_create();
  const char *error = nullptr;
  for (const std::string &arg : args)
    if (!error)
      error = plugin_set_option(a, &options, arg.c_str());
  DiagnosticsEngine &de = ci.getDiagnostics();
  if (error)
    de.Report(
        compat_diag_id(de, DiagnosticIDs::Error, "-fplugin-arg-loft-: %0"))
        << error;
  arena_destroy(a);
  return !error;
}

} // namespace

static FrontendPluginRegistry::Add<action>
    registration("loft", "lifts annotated C loops to Vulkan and CPU kernels");
