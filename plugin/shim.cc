// plugin/shim.cc: the plugin action, its options, and the consumer that sees
// each function as soon as it is parsed, before code is generated for it, and
// hands it to lift.c.
#include "plugin/shim.h"
#include "clang/AST/ASTConsumer.h"
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
  shim_swaps swaps;
};

// Defines the region functions of "m"; everything about them is known then.
void
define_all(unit &u, llvm::Module &m) {
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
  bool swapping; // false: report only, nothing runs the module pass

  bool makes_code() const;
  plugin_unit facts() const;
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
  if (!u->state->marks.n)
    return true;
  plugin_unit unit = facts();
  if (!plugin_accepts_unit(u->state, &unit))
    return true;
  for (Decl *d : group)
    if (FunctionDecl *f = dyn_cast<FunctionDecl>(d))
      if (f->doesThisDeclarationHaveABody()) {
        ast copy(f, u->state->cx.arena, u->swaps);
        plugin_lift(u->state, &copy, swapping);
      }
  return true;
}

void
consumer::HandleTranslationUnit(ASTContext &) {
  plugin_unit unit = facts();
  // Otherwise the module pass does, which knows more.
  if (!plugin_finish_unit(u->state, &unit) || !swapping ||
      ci.getDiagnostics().hasErrorOccurred())
    u->report();
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
  shim_watch_pragmas(ci.getPreprocessor(), u->state);
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
