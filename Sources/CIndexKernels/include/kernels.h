// Sweeps over the quadtree's columns, with the compiler's vector extension: one source for SSE2,
// AVX2 and NEON. Inlined into Swift. They exist because Swift's SIMD comparisons and conversions
// compile to loops over lanes where a single instruction would do; see the article.
#ifndef AMBIT_INDEX_KERNELS_H
#define AMBIT_INDEX_KERNELS_H

#include <stdint.h>
#include <string.h>

typedef int32_t ambit_i16 __attribute__((ext_vector_type(16)));
typedef float ambit_f16 __attribute__((ext_vector_type(16)));
typedef int32_t ambit_i8 __attribute__((ext_vector_type(8)));
typedef uint32_t ambit_u8 __attribute__((ext_vector_type(8)));
typedef uint16_t ambit_h8 __attribute__((ext_vector_type(8)));
typedef float ambit_f8 __attribute__((ext_vector_type(8)));
typedef double ambit_d8 __attribute__((ext_vector_type(8)));
typedef int64_t ambit_l8 __attribute__((ext_vector_type(8)));
typedef _Bool ambit_b16 __attribute__((ext_vector_type(16)));
typedef _Bool ambit_b8 __attribute__((ext_vector_type(8)));

#define AMBIT_LOAD(type, from) ({ type loaded; memcpy(&loaded, (from), sizeof loaded); loaded; })

// Macros, not functions: vectors wider than the machine's may not cross even an inlined call.

/// A mask of lanes as bits, lane 0 lowest.
#define AMBIT_BITS16(mask) ({ \
    ambit_b16 flags = __builtin_convertvector((mask), ambit_b16); \
    uint16_t bits; \
    memcpy(&bits, &flags, sizeof bits); \
    (uint32_t)bits; })
#define AMBIT_BITS8(mask) ({ \
    ambit_b8 flags = __builtin_convertvector((mask), ambit_b8); \
    uint8_t bits; \
    memcpy(&bits, &flags, sizeof bits); \
    (uint32_t)bits; })

/// How far a cell coordinate lies outside sixteen boxes, in cells; less than 0 inside.
#define AMBIT_OUTSIDE(centers, halves, at) ({ \
    ambit_i16 gap = AMBIT_LOAD(ambit_i16, (centers)) - (at); \
    ambit_f16 length = __builtin_convertvector(gap, ambit_f16); \
    __builtin_elementwise_abs(length) - AMBIT_LOAD(ambit_f16, (halves)); })

/// Eight coordinates in degrees: a cell and steps within it. Both products and the sum are exact.
#define AMBIT_DEGREES(cells, steps) \
    (__builtin_convertvector((cells), ambit_d8) * (45 * 0x1p-29) \
        + __builtin_convertvector((steps), ambit_d8) * 0x1p-47)

/// The lanes of a node within a squared angle and reach; their squared angles go to `angles`
/// unless it is null. `node` begins with the columns centerX, halfX, centerY, halfY and limit.
/// `reach_scale` is what the angles may be too great by, 1 where they are lower bounds.
static inline uint32_t ambit_sweep_lanes(
    const void *node, int32_t x, int32_t y, float east_scale, float lane_limit, float reach_scale,
    float bend, float *angles) {
    const char *base = (const char *)node;
    ambit_f16 dx = AMBIT_OUTSIDE(base, base + 64, x), dy = AMBIT_OUTSIDE(base + 128, base + 192, y);
    dx = __builtin_elementwise_max(dx, (ambit_f16)0.0f);
    dy = __builtin_elementwise_max(dy, (ambit_f16)0.0f);
    ambit_f16 sx = dx * dx, sy = dy * dy;
    ambit_f16 squared = sx * east_scale * (1 - sx * bend) + sy * (1 - sy * bend);
    ambit_f16 limit = AMBIT_LOAD(ambit_f16, base + 256);
    if (angles) memcpy(angles, &squared, sizeof squared);
    return AMBIT_BITS16((squared <= lane_limit) & (squared <= limit * reach_scale));
}

/// The lanes of a node whose boxes meet a box of cells.
static inline uint32_t ambit_sweep_lanes_box(
    const void *node, int32_t center_x, int32_t center_y, float half_x, float half_y) {
    const char *base = (const char *)node;
    ambit_f16 dx = AMBIT_OUTSIDE(base, base + 64, center_x);
    ambit_f16 dy = AMBIT_OUTSIDE(base + 128, base + 192, center_y);
    ambit_f16 limit = AMBIT_LOAD(ambit_f16, base + 256);
    return AMBIT_BITS16((dx <= half_x) & (dy <= half_y) & (limit >= 0));
}

/// What a sweep over points needs of a circle: see `Circle` in Swift.
typedef struct {
    int32_t x, y;
    float to_middle_x, to_middle_y;
    float north, parallel0, parallel1, parallel2;
    float limit, share;
} ambit_circle;

/// Of eight points, those whose squared chord is within the limit and, unless `reach` is null,
/// within their reach.
static inline uint32_t ambit_sweep_points(
    const int32_t *x, const int32_t *y, const float *reach, const ambit_circle *circle) {
    ambit_f8 dx = __builtin_convertvector(AMBIT_LOAD(ambit_i8, x) - circle->x, ambit_f8);
    ambit_f8 dy = __builtin_convertvector(AMBIT_LOAD(ambit_i8, y) - circle->y, ambit_f8);
    dx += circle->to_middle_x;
    dy += circle->to_middle_y;
    ambit_f8 parallel = (dy * circle->parallel2 + circle->parallel1) * dy + circle->parallel0;
    ambit_f8 squared = dy * dy * circle->north + parallel * (dx * dx);
    ambit_i8 mask = squared <= circle->limit;
    if (reach) {
        ambit_f8 padded = AMBIT_LOAD(ambit_f8, reach) * (1 + circle->share) + 0.02f;
        mask &= squared <= padded * padded;
    }
    return AMBIT_BITS8(mask);
}

/// Of eight points, those whose cell lies in a box, and in bits 8 to 15 those that lie off its
/// edges as well; a width or height below 2 has none of these.
static inline uint32_t ambit_sweep_points_box(
    const int32_t *x, const int32_t *y, int32_t west, int32_t south, uint32_t width,
    uint32_t height) {
    ambit_u8 dx = (ambit_u8)(AMBIT_LOAD(ambit_i8, x)) - (uint32_t)west;
    ambit_u8 dy = (ambit_u8)(AMBIT_LOAD(ambit_i8, y)) - (uint32_t)south;
    uint32_t possible = AMBIT_BITS8((ambit_i8)((dx <= width) & (dy <= height)));
    if (width < 2 || height < 2) return possible;
    ambit_u8 ix = dx - 1, iy = dy - 1;
    return possible | AMBIT_BITS8((ambit_i8)((ix <= width - 2) & (iy <= height - 2))) << 8;
}

/// Eight points as differences from an origin, in degrees.
static inline void ambit_differences(
    const int32_t *x, const int32_t *y, const uint32_t *low, const uint16_t *high,
    double latitude, double longitude, double *up, double *across) {
    ambit_u8 lows = AMBIT_LOAD(ambit_u8, low);
    ambit_u8 highs = __builtin_convertvector(AMBIT_LOAD(ambit_h8, high), ambit_u8);
    ambit_d8 dy = AMBIT_DEGREES(AMBIT_LOAD(ambit_i8, y), (ambit_i8)(lows >> 24 | highs << 8)) - latitude;
    ambit_d8 dx = AMBIT_DEGREES(AMBIT_LOAD(ambit_i8, x), (ambit_i8)(lows & 0xFFFFFF)) - longitude;
    memcpy(up, &dy, sizeof dy);
    memcpy(across, &dx, sizeof dx);
}

/// Which of eight lengths are at most a bound, and at most a bound of their own unless null.
static inline uint32_t ambit_at_most(const double *lengths, double bound, const float *reach) {
    ambit_d8 d = AMBIT_LOAD(ambit_d8, lengths);
    ambit_l8 mask = d <= bound;
    if (reach) mask &= d <= __builtin_convertvector(AMBIT_LOAD(ambit_f8, reach), ambit_d8);
    return AMBIT_BITS8(__builtin_convertvector(mask, ambit_i8));
}

/// Which of eight differences are at most a bound either way.
static inline uint32_t ambit_magnitude_at_most(const double *values, double bound) {
    ambit_d8 d = __builtin_elementwise_abs(AMBIT_LOAD(ambit_d8, values));
    return AMBIT_BITS8(__builtin_convertvector((ambit_l8)(d <= bound), ambit_i8));
}

/// Asks for memory that will be read soon.
static inline void ambit_prefetch(const void *memory) { __builtin_prefetch(memory); }

#endif
