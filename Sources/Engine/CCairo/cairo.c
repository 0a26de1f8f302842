// Cairo: drawing.
//
// What Ambit calls of it. A function that is not here does not link: add it.

#include "CCairo.h"

#include <CDeferred.h>

static const char *const names[] = {"libcairo.so.2", 0};
static struct ambit_library cairo = {names, "libcairo2", 0};

AMBIT_DEFERRED_6(cairo, void, cairo_arc, cairo_t *, double, double, double, double, double)
AMBIT_DEFERRED_1(cairo, void, cairo_clip, cairo_t *)
AMBIT_DEFERRED_1(cairo, void, cairo_close_path, cairo_t *)
AMBIT_DEFERRED_1(cairo, cairo_t *, cairo_create, cairo_surface_t *)
AMBIT_DEFERRED_1(cairo, void, cairo_destroy, cairo_t *)
AMBIT_DEFERRED_1(cairo, void, cairo_fill_preserve, cairo_t *)
AMBIT_DEFERRED_3(cairo, cairo_surface_t *, cairo_image_surface_create, cairo_format_t, int, int)
AMBIT_DEFERRED_3(cairo, void, cairo_line_to, cairo_t *, double, double)
AMBIT_DEFERRED_3(cairo, void, cairo_move_to, cairo_t *, double, double)
AMBIT_DEFERRED_1(cairo, void, cairo_new_path, cairo_t *)
AMBIT_DEFERRED_1(cairo, void, cairo_paint, cairo_t *)
AMBIT_DEFERRED_3(
    cairo, cairo_surface_t *, cairo_pdf_surface_create, const char *, double, double
)
AMBIT_DEFERRED_5(cairo, void, cairo_rectangle, cairo_t *, double, double, double, double)
AMBIT_DEFERRED_1(cairo, void, cairo_restore, cairo_t *)
AMBIT_DEFERRED_1(cairo, void, cairo_save, cairo_t *)
AMBIT_DEFERRED_4(
    cairo, void, cairo_select_font_face, cairo_t *, const char *, cairo_font_slant_t,
    cairo_font_weight_t
)
AMBIT_DEFERRED_2(cairo, void, cairo_set_fill_rule, cairo_t *, cairo_fill_rule_t)
AMBIT_DEFERRED_2(cairo, void, cairo_set_font_size, cairo_t *, double)
AMBIT_DEFERRED_2(cairo, void, cairo_set_line_cap, cairo_t *, cairo_line_cap_t)
AMBIT_DEFERRED_2(cairo, void, cairo_set_line_join, cairo_t *, cairo_line_join_t)
AMBIT_DEFERRED_2(cairo, void, cairo_set_line_width, cairo_t *, double)
AMBIT_DEFERRED_5(cairo, void, cairo_set_source_rgba, cairo_t *, double, double, double, double)
AMBIT_DEFERRED_1(cairo, void, cairo_show_page, cairo_t *)
AMBIT_DEFERRED_2(cairo, void, cairo_show_text, cairo_t *, const char *)
AMBIT_DEFERRED_1(cairo, const char *, cairo_status_to_string, cairo_status_t)
AMBIT_DEFERRED_1(cairo, void, cairo_stroke_preserve, cairo_t *)
AMBIT_DEFERRED_1(cairo, void, cairo_surface_destroy, cairo_surface_t *)
AMBIT_DEFERRED_1(cairo, void, cairo_surface_finish, cairo_surface_t *)
AMBIT_DEFERRED_1(cairo, void, cairo_surface_flush, cairo_surface_t *)
AMBIT_DEFERRED_1(cairo, cairo_status_t, cairo_surface_status, cairo_surface_t *)
AMBIT_DEFERRED_2(cairo, cairo_status_t, cairo_surface_write_to_png, cairo_surface_t *, const char *)
AMBIT_DEFERRED_3(cairo, void, cairo_text_extents, cairo_t *, const char *, cairo_text_extents_t *)
