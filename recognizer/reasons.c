// recognizer/reasons.c: the table of reasons and how one is reported.
#include "recognizer/recognizer.h"

const rec_reason_info rec_reason_table[REC__COUNT] = {
#define REC_REASON(NUM, ID, text, hint) {NUM, #ID, text, hint},
#include "recognizer/reasons.def"
#undef REC_REASON
};

bool
rec_reason_from_id(const char *id, rec_reason *out) {
  for (int i = 0; id && i < REC__COUNT; i++)
    if (!strcmp(rec_reason_table[i].id, id)) {
      *out = (rec_reason)i;
      return true;
    }
  return false;
}

// Adds "text" to "s" with each %s replaced by "what".
static void
add_with(sb *s, const char *text, const char *what) {
  for (const char *p; (p = strstr(text, "%s")); text = p + 2)
    sb_printf(s, "%.*s%s", (int)(p - text), text, what);
  sb_add(s, text);
}

const char *
rec_reason_seen(arena *a, rec_reason reason, const char *what) {
  sb s;
  sb_init(&s, a);
  add_with(&s, rec_reason_table[reason].text, what ? what : "it");
  return sb_str(&s);
}

const char *
rec_reason_text(arena *a, rec_reason reason, const char *what) {
  sb s;
  sb_init(&s, a);
  sb_printf(&s, "%s; ", rec_reason_seen(a, reason, what));
  add_with(&s, rec_reason_table[reason].hint, what ? what : "it");
  return sb_str(&s);
}

const char *
rec_written(const loft_cx *cx, const char *name) {
  const char *text = name && cx->written ? smap_get(cx->written, name) : NULL;
  return text ? text : name;
}

void
rec_refuse(loft_cx *cx, bool required, loft_loc loc, rec_reason reason,
           const char *what) {
  diag_report(cx, required ? DIAG_ERROR : DIAG_WARNING, loc,
              rec_reason_table[reason].number, "loop stays as it is: %s",
              rec_reason_text(cx->arena, reason, rec_written(cx, what)));
}

void
rec_note_more(loft_cx *cx, loft_loc loc, int more) {
  if (more)
    diag_report(cx, DIAG_NOTE, loc, NULL, "here too, and at %d more place%s",
                more, more > 1 ? "s" : "");
  else
    diag_report(cx, DIAG_NOTE, loc, NULL, "here too");
}
