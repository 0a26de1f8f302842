#ifndef CCAIRO_H
#define CCAIRO_H

#include <cairo/cairo.h>

/// The calls into cairo that a map takes, by their names without `cairo_`.
#define CAIRO_CALLS(CALL)                                                                          \
    CALL(arc) CALL(clip) CALL(close_path) CALL(create) CALL(destroy) CALL(fill_preserve)           \
    CALL(image_surface_create) CALL(line_to) CALL(move_to) CALL(new_path) CALL(paint)              \
    CALL(rectangle) CALL(restore) CALL(save) CALL(select_font_face) CALL(set_fill_rule)            \
    CALL(set_font_size) CALL(set_line_cap) CALL(set_line_join) CALL(set_line_width)                \
    CALL(set_source_rgba) CALL(show_text) CALL(status_to_string) CALL(stroke_preserve)             \
    CALL(surface_destroy) CALL(surface_flush) CALL(surface_status) CALL(surface_write_to_png)      \
    CALL(text_extents)

typedef struct {
#define CAIRO_CALL(name) __typeof__(cairo_##name) *_Nonnull name;
    CAIRO_CALLS(CAIRO_CALL)
#undef CAIRO_CALL
} CairoCalls;

/// Loads cairo when it is first called, for few commands draw: with cairo come fifteen libraries more,
/// fonts and windows among them, which a command that starts without them starts an eighth sooner.
///
/// Returns null where cairo is not installed. May be called from any thread.
const CairoCalls *_Nullable load_cairo(void);

#endif
