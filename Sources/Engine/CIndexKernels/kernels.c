#include "kernels.h"

#include <string.h>

// Each function below is compiled twice for x86-64 where the loader can choose: for any processor
// and for those with AVX2. Products and sums are never fused, so both give the same bits. The loader
// chooses before a sanitizer has set itself up, whose calls must not be in what it runs.
#if !defined(__x86_64__) || !defined(__gnu_linux__) || __has_feature(thread_sanitizer) \
    || __has_feature(address_sanitizer)
#define AMBIT_ANY_PROCESSOR
#else
#define AMBIT_ANY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#endif
#pragma STDC FP_CONTRACT OFF

typedef uint16_t s16x __attribute__((ext_vector_type(16)));
typedef int32_t i16x __attribute__((ext_vector_type(16)));
typedef uint32_t u16x __attribute__((ext_vector_type(16)));
typedef float f16x __attribute__((ext_vector_type(16)));
typedef int32_t i8x __attribute__((ext_vector_type(8)));
typedef uint32_t u8x __attribute__((ext_vector_type(8)));
typedef float f8x __attribute__((ext_vector_type(8)));
typedef int32_t i4x __attribute__((ext_vector_type(4)));
typedef uint32_t u4x __attribute__((ext_vector_type(4)));
typedef int64_t l4x __attribute__((ext_vector_type(4)));
typedef double d4x __attribute__((ext_vector_type(4)));
typedef _Bool b16x __attribute__((ext_vector_type(16)));
typedef _Bool b8x __attribute__((ext_vector_type(8)));

// Macros, not functions: vectors wider than the machine's may not cross even an inlined call.

#define LOAD(type, from) ({ type loaded; memcpy(&loaded, (from), sizeof loaded); loaded; })

/// A mask of lanes as bits, lane 0 lowest.
#define BITS16(mask) ({ \
    b16x flags = __builtin_convertvector((mask), b16x); \
    uint16_t bits; \
    memcpy(&bits, &flags, sizeof bits); \
    (uint32_t)bits; })
#define BITS8(mask) ({ \
    b8x flags = __builtin_convertvector((mask), b8x); \
    uint8_t bits; \
    memcpy(&bits, &flags, sizeof bits); \
    (uint64_t)bits; })

// MARK: Places

// Series that several functions take. Terms are added from the smallest up (Horner), each as a share of
// the one before it, so that a series is 1 + its next term (1 + its next term (1 + ...)).

/// The term x^n / n! of a sine or a cosine over the one before it, but for x^2.
#define STEP_TO(n) (-1.0 / (((n) - 1) * (n)))

/// sin^2 x from x^2 for small x: x^2 - x^4 / 3 + 2 x^6 / 45, which is (1 - cos 2x) / 2 term by term.
#define SINE_SQUARED(type, x2) ((((x2) * (2.0 / 45) - 1.0 / 3) * (x2) + 1.0) * (x2))

/// The length of an arc over that of its chord.
///
/// An arc of radius r over a chord c is 2 r asin(c / 2r), so with x = c / 2r it is asin(x) / x chords:
/// 1 + x^2 / 6 + 3 x^4 / 40 + 15 x^6 / 336. Functions hand over `bend` = x^2 / 6 = (c / r)^2 / 24, which
/// makes the first coefficient 1, the second 3 * 6^2 / 40 = 2.7 and the third 15 * 6^3 / 336.
#define ARC_SECOND (3.0 * 36 / 40)
#define ARC_THIRD (15.0 / 336 * 216)

/// The near way for a type of one or more doubles: t northward, h half eastward, both radians.
///
/// The squared chord is that along the meridian, a polynomial in t whose coefficients the origin has,
/// and 4 p p' sin^2 h along the parallel, with p p' the product of both places' distances from the
/// axis, another polynomial. `bend` is the squared chord over 24 squared radii of curvature, between
/// the meridian's and the one across it as the chord's squared parts are (Euler).
#define NEAR(type, o, t, h, root) ({ \
    type h2 = (h) * (h); \
    type sine2 = SINE_SQUARED(type, h2); \
    type along_parallel = \
        (((((t) * (o)->parallel4 + (o)->parallel3) * (t) + (o)->parallel2) * (t) \
          + (o)->parallel1) * (t) + (o)->parallel0) * sine2; \
    type along_meridian = \
        ((((t) * (o)->meridian3 + (o)->meridian2) * (t) + (o)->meridian1) * (t) \
         + (o)->meridian0) * ((t) * (t)); \
    type squared = along_meridian + along_parallel; \
    type bend = squared * (o)->meridian_bend - along_parallel * (o)->bend_difference; \
    root(squared) * ((bend * ARC_SECOND + 1.0) * bend + 1.0); })

/// The middle way: the chord from the sine and cosine of the other latitude, by their addition to
/// the origin's, and the curvature of the section halfway. Sets `square` to the squared chord and
/// `length` to the way.
#define MIDDLE(type, o, t, h, root, square, length) do { \
    type t2 = (t) * (t), h2 = (h) * (h); \
    /* sin t to its 7th power, and cos t - 1 to its 8th: a small number, so that it is exact when it is \
       added to 1 by way of the origin's own sine and cosine. */ \
    type sine_t = (t) \
        * (((t2 * STEP_TO(7) + 1.0) * t2 * STEP_TO(5) + 1.0) * t2 * STEP_TO(3) + 1.0); \
    type cosine_t_less_1 = \
        (((t2 * STEP_TO(8) + 1.0) * t2 * STEP_TO(6) + 1.0) * t2 * STEP_TO(4) + 1.0) \
        * t2 * STEP_TO(2); \
    type sine = (cosine_t_less_1 * (o)->sine + sine_t * (o)->cosine) + (o)->sine; \
    type cosine = (cosine_t_less_1 * (o)->cosine - sine_t * (o)->sine) + (o)->cosine; \
    cosine = __builtin_elementwise_max(cosine, (type)0.0); \
    /* sin h / h to the 20th power: h is up to a quarter turn beside a pole. */ \
    type half = h2 * STEP_TO(21) + 1.0; \
    half = half * h2 * STEP_TO(19) + 1.0; \
    half = half * h2 * STEP_TO(17) + 1.0; \
    half = half * h2 * STEP_TO(15) + 1.0; \
    half = half * h2 * STEP_TO(13) + 1.0; \
    half = half * h2 * STEP_TO(11) + 1.0; \
    half = half * h2 * STEP_TO(9) + 1.0; \
    half = half * h2 * STEP_TO(7) + 1.0; \
    half = half * h2 * STEP_TO(5) + 1.0; \
    half = half * h2 * STEP_TO(3) + 1.0; \
    type half2 = half * half * h2; \
    double rest_of_axis = 1.0 - (o)->eccentricity_squared; \
    type radius = (o)->semi_major / root(1.0 - sine * sine * (o)->eccentricity_squared); \
    type place_axial = radius * cosine; \
    type up = radius * rest_of_axis * sine - (o)->polar; \
    type out = place_axial - (o)->axial; \
    type product = place_axial * (o)->axial; \
    type along_parallel = product * half2 * 4.0; \
    square = up * up + out * out + along_parallel; \
    /* The middle of the chord, and the share of the chord that lies eastward there: right on the \
       poles too, where latitudes and azimuths at the ends say little about the middle. */ \
    type both = place_axial + (o)->axial; \
    type middle_axial = (both * both - along_parallel) * 0.25; \
    type middle_polar = (up * 0.5 + (o)->polar) / rest_of_axis; \
    type middle_polar2 = middle_polar * middle_polar; \
    type w = 1.0 - middle_polar2 / (middle_axial + middle_polar2) * (o)->eccentricity_squared; \
    /* Within a metre of the axis all sections have the same curvature. */ \
    type eastward = along_parallel * (product * (1.0 - half2)) \
        / __builtin_elementwise_max(middle_axial, (type)1.0); \
    type share = eastward / __builtin_elementwise_max(square, (type)1e-12); \
    share = __builtin_elementwise_min(share, (type)1.0); \
    type across = root(w) / (o)->semi_major; \
    type along = across * w / rest_of_axis; \
    /* Euler: from one curvature to the other with the squared sine of the azimuth. */ \
    type curvature = along - (along - across) * share; \
    type bend = square * curvature * curvature * (1.0 / 24); \
    length = root(square) * (((bend * ARC_THIRD + ARC_SECOND) * bend + 1.0) * bend + 1.0); \
} while (0)

static inline double root(double square) { return __builtin_sqrt(square); }

double ambit_measure(const ambit_origin *origin, int32_t x, int32_t y, uint32_t rest) {
    int32_t cells_x = (int32_t)((uint32_t)x - (uint32_t)origin->x);
    int32_t cells_y = (int32_t)((uint32_t)y - (uint32_t)origin->y);
    int32_t steps_x = (int32_t)(rest & 0xFFFF) - (int32_t)(origin->rest & 0xFFFF);
    int32_t steps_y = (int32_t)(rest >> 16) - (int32_t)(origin->rest >> 16);
    double t = cells_y * AMBIT_RADIANS_PER_CELL + steps_y * AMBIT_RADIANS_PER_STEP;
    double h = cells_x * (AMBIT_RADIANS_PER_CELL / 2) + steps_x * (AMBIT_RADIANS_PER_STEP / 2);
    if ((uint32_t)cells_y + origin->near_north <= 2 * origin->near_north
        && (uint32_t)cells_x + origin->near_east <= 2 * origin->near_east)
        return NEAR(double, origin, t, h, root);
    if ((uint32_t)cells_y + origin->middle_north > 2 * origin->middle_north) return -1;
    double square, length;
    MIDDLE(double, origin, t, h, root, square, length);
    return square <= origin->middle_limit ? length : -1;
}

/// What four places need for either way: their differences from the origin in cells and in radians.
#define DIFFERENCES(o) \
    u4x steps = LOAD(u4x, rest + start); \
    i4x cells_x = (i4x)(LOAD(u4x, x + start) - (uint32_t)(o).x); \
    i4x cells_y = (i4x)(LOAD(u4x, y + start) - (uint32_t)(o).y); \
    i4x steps_x = (i4x)(steps & 0xFFFF) - (int32_t)((o).rest & 0xFFFF); \
    i4x steps_y = (i4x)(steps >> 16) - (int32_t)((o).rest >> 16); \
    d4x t = __builtin_convertvector(cells_y, d4x) * AMBIT_RADIANS_PER_CELL \
        + __builtin_convertvector(steps_y, d4x) * AMBIT_RADIANS_PER_STEP; \
    d4x h = __builtin_convertvector(cells_x, d4x) * (AMBIT_RADIANS_PER_CELL / 2) \
        + __builtin_convertvector(steps_x, d4x) * (AMBIT_RADIANS_PER_STEP / 2)

AMBIT_ANY_PROCESSOR
void ambit_near_all(
    const ambit_origin *origin, const int32_t *x, const int32_t *y, const uint32_t *rest,
    uint32_t count, double *meters) {
    const ambit_origin o = *origin;
    for (uint32_t start = 0; start < count; start += 4) {
        DIFFERENCES(o);
        d4x lengths = NEAR(d4x, &o, t, h, __builtin_elementwise_sqrt);
        memcpy(meters + start, &lengths, sizeof lengths);
    }
}

AMBIT_ANY_PROCESSOR
void ambit_measure_all(
    const ambit_origin *origin, const int32_t *x, const int32_t *y, const uint32_t *rest,
    uint32_t count, double *meters) {
    const ambit_origin o = *origin;
    for (uint32_t start = 0; start < count; start += 4) {
        DIFFERENCES(o);
        l4x near = __builtin_convertvector(
            ((u4x)cells_y + o.near_north <= 2 * o.near_north)
                & ((u4x)cells_x + o.near_east <= 2 * o.near_east), l4x);
        l4x measured = __builtin_convertvector(
            (u4x)cells_y + o.middle_north <= 2 * o.middle_north, l4x);
        d4x lengths = NEAR(d4x, &o, t, h, __builtin_elementwise_sqrt);
        d4x square, middle;
        MIDDLE(d4x, &o, t, h, __builtin_elementwise_sqrt, square, middle);
        measured &= square <= o.middle_limit;
        d4x none = -1.0;
        l4x chosen = (near & (l4x)lengths)
            | (~near & ((measured & (l4x)middle) | (~measured & (l4x)none)));
        memcpy(meters + start, &chosen, sizeof chosen);
    }
}

// MARK: A circle

/// Sixteen numbers of 16 bits as wider ones.
#define WIDE(type, from) __builtin_convertvector(LOAD(s16x, (from)), type)
/// The sign of a float in its upper half.
#define SIGN_OF_UPPER_HALF 0x8000

/// Sixteen floats by their upper halves.
#define UPPER_HALVES(from) ((f16x)(WIDE(u16x, (from)) << 16))

/// Half the widths of sixteen boxes, in cells.
#define HALVES(halves) (__builtin_convertvector(WIDE(i16x, (halves)), f16x) * step)

/// How far a cell lies outside sixteen boxes along an axis, in cells; less than 0 inside. Differences
/// wrap as coordinates do.
#define OUTSIDE(centers, half_widths, to_corner) ({ \
    i16x gap = (i16x)((WIDE(u16x, (centers)) << step_bits) + (to_corner)); \
    __builtin_elementwise_abs(__builtin_convertvector(gap, f16x)) - (half_widths); })

AMBIT_ANY_PROCESSOR
uint32_t ambit_sweep_lanes(
    const ambit_node_columns *node, const ambit_lanes *lanes, float *angles) {
    const uint16_t step_bits = node->step_bits;
    const float step = (float)(1u << step_bits);
    const uint32_t corner_x = (uint32_t)node->west, corner_y = (uint32_t)node->south;
    f16x dx = OUTSIDE(node->center_x, HALVES(node->half_x), corner_x - (uint32_t)lanes->x);
    f16x dy = OUTSIDE(node->center_y, HALVES(node->half_y), corner_y - (uint32_t)lanes->y);
    dx = __builtin_elementwise_max(dx, (f16x)0.0f);
    dy = __builtin_elementwise_max(dy, (f16x)0.0f);
    f16x sx = dx * dx, sy = dy * dy;
    f16x squared = sx * lanes->east * (1 - sx * lanes->bend) + sy * (1 - sy * lanes->bend);
    f16x reach = UPPER_HALVES(node->limit);
    if (angles) memcpy(angles, &squared, sizeof squared);
    return BITS16((squared <= lanes->limit) & (squared <= reach * lanes->reach_scale));
}

/// Half a cell's diagonal (6.6 mm) and the rounding of differences: `Circle.roundingMeters` in Swift.
#define ROUNDING_METERS 0.02f

AMBIT_ANY_PROCESSOR
uint64_t ambit_sweep_points(
    const int32_t *x, const int32_t *y, const float *reach, uint32_t count,
    const ambit_circle *circle, float *squares, uint64_t *unsure) {
    const ambit_circle c = *circle;
    uint64_t possible = 0, sure = 0;
    for (uint32_t start = 0; start < count; start += 8) {
        i8x cells_x = (i8x)(LOAD(u8x, x + start) - (uint32_t)c.x);
        i8x cells_y = (i8x)(LOAD(u8x, y + start) - (uint32_t)c.y);
        f8x dx = __builtin_convertvector(cells_x, f8x) + c.to_middle_x;
        f8x dy = __builtin_convertvector(cells_y, f8x) + c.to_middle_y;
        f8x parallel = (dy * c.parallel2 + c.parallel1) * dy + c.parallel0;
        parallel = __builtin_elementwise_max(parallel, (f8x)0.0f);
        f8x squared = dy * dy * c.north + parallel * (dx * dx);
        memcpy(squares + start, &squared, sizeof squared);
        i8x mask = squared <= c.limit;
        // Where nothing is near enough, reaches are not read.
        if (reach && BITS8(mask)) {
            f8x own = LOAD(f8x, reach + start);
            f8x longer = own * (1 + c.share) + ROUNDING_METERS;
            f8x shorter =
                __builtin_elementwise_max(own * (1 - c.share) - ROUNDING_METERS, (f8x)0.0f);
            mask &= squared <= longer * longer;
            sure |= BITS8(squared < shorter * shorter) << start;
        }
        possible |= BITS8(mask) << start;
    }
    if (count < 64) possible &= ((uint64_t)1 << count) - 1;
    *unsure = reach ? possible & ~sure : 0;
    return possible;
}

/// The sine of up to a quarter turn by its series to the 11th power, to 2^-22 of itself: what is left
/// out is (pi / 2)^12 / 13! = 3.6e-8 of it at most, the rest is rounding.
#define SINE(angle) ({ \
    f8x square = (angle) * (angle); \
    f8x sine = square * (float)STEP_TO(11) + 1; \
    sine = sine * square * (float)STEP_TO(9) + 1; \
    sine = sine * square * (float)STEP_TO(7) + 1; \
    sine = sine * square * (float)STEP_TO(5) + 1; \
    sine = sine * square * (float)STEP_TO(3) + 1; \
    sine * (angle); })

AMBIT_ANY_PROCESSOR
uint64_t ambit_sweep_angles(
    const int32_t *x, const int32_t *y, uint32_t count, const ambit_cap *cap, float *squares) {
    const ambit_cap c = *cap;
    const float radians = (float)AMBIT_RADIANS_PER_CELL;
    const int32_t quarter_turn = 1 << 30;
    uint64_t possible = 0;
    for (uint32_t start = 0; start < count; start += 8) {
        i8x latitude = LOAD(i8x, y + start);
        i8x cells_x = (i8x)(LOAD(u8x, x + start) - (uint32_t)c.x);
        i8x cells_y = (i8x)((u8x)latitude - (uint32_t)c.y);
        i8x from_pole = quarter_turn - __builtin_elementwise_abs(latitude);
        f8x half_x = (__builtin_convertvector(cells_x, f8x) + c.to_middle_x) * (radians / 2);
        f8x half_y = (__builtin_convertvector(cells_y, f8x) + c.to_middle_y) * (radians / 2);
        f8x cosine = SINE(__builtin_convertvector(from_pole, f8x) * radians);
        f8x sine_x = SINE(half_x), sine_y = SINE(half_y);
        f8x squared = 4 * (sine_y * sine_y + sine_x * sine_x * cosine * c.cosine);
        memcpy(squares + start, &squared, sizeof squared);
        possible |= BITS8((i8x)(squared <= c.limit)) << start;
    }
    if (count < 64) possible &= ((uint64_t)1 << count) - 1;
    return possible;
}

// MARK: A box

/// What a box covers of a node's square along an axis, in steps from its corner.
typedef struct {
    /// The first and the last step that it touches.
    uint16_t first, last;
    /// The first and the last step that lie within and not on an end; none where `last` is less.
    int32_t inner_first, inner_last;
} ambit_steps;

/// Sets `steps`; false where the box covers nothing.
static inline _Bool ambit_covered(
    uint32_t start, uint32_t width, uint32_t corner, uint32_t step_bits, ambit_steps *steps) {
    // The box from its start to its end, the square from 0 on; 2^32 is once around.
    const uint64_t turn = (uint64_t)1 << 32, square = (uint64_t)1 << (16 + step_bits);
    uint64_t begin = start - corner, end = begin + width;
    _Bool starts = begin < square, returns = end >= turn;
    if (!starts && !returns) return 0;
    if (starts && returns) {
        // Two pieces of one square, or all of it: everything is looked at.
        *steps = (ambit_steps){0, UINT16_MAX, 1, 0};
        return 1;
    }
    if (returns) begin = 0, end -= turn;
    _Bool ends = end < square;
    steps->first = (uint16_t)(begin >> step_bits);
    steps->last = ends ? (uint16_t)(end >> step_bits) : UINT16_MAX;
    steps->inner_first = starts ? steps->first + 1 : 0;
    steps->inner_last = ends ? steps->last - 1 : UINT16_MAX;
    return 1;
}

#define LESS(a, b) __builtin_elementwise_sub_sat((s16x)(a), (s16x)(b))

/// Nought for the boxes that touch the steps.
#define BEYOND(center, half, steps) \
    (LESS(LESS((steps).first, center), (half) - 1) | LESS(LESS(center, (steps).last), half))
/// Nought for those within.
#define NOT_INNER(center, half, steps) \
    (LESS((steps).inner_first, LESS(center, half)) | LESS((center) + ((half) - 1), (steps).inner_last))

AMBIT_ANY_PROCESSOR
uint32_t ambit_sweep_lanes_box(const ambit_node_columns *node, const ambit_box *box) {
    const uint16_t step_bits = node->step_bits;
    const uint32_t corner_x = (uint32_t)node->west, corner_y = (uint32_t)node->south;
    ambit_steps x, y;
    if (!ambit_covered((uint32_t)box->west, box->width, corner_x, step_bits, &x)
        || !ambit_covered((uint32_t)box->south, box->height, corner_y, step_bits, &y))
        return 0;
    s16x center_x = LOAD(s16x, node->center_x), half_x = LOAD(s16x, node->half_x);
    s16x center_y = LOAD(s16x, node->center_y), half_y = LOAD(s16x, node->half_y);
    // The sign of the farthest reach is set where a lane is empty.
    s16x empty = LOAD(s16x, node->limit) & SIGN_OF_UPPER_HALF;
    uint32_t met =
        BITS16((BEYOND(center_x, half_x, x) | BEYOND(center_y, half_y, y) | empty) == 0);
    if (x.inner_first > x.inner_last || y.inner_first > y.inner_last) return met;
    uint32_t within =
        BITS16((NOT_INNER(center_x, half_x, x) | NOT_INNER(center_y, half_y, y)) == 0);
    return met | (met & within) << 16;
}

AMBIT_ANY_PROCESSOR
uint64_t ambit_sweep_points_box(
    const int32_t *x, const int32_t *y, uint32_t count, const ambit_box *box, uint64_t *sure) {
    const ambit_box b = *box;
    uint64_t possible = 0, inner = 0;
    for (uint32_t start = 0; start < count; start += 8) {
        u8x dx = LOAD(u8x, x + start) - (uint32_t)b.west;
        u8x dy = LOAD(u8x, y + start) - (uint32_t)b.south;
        possible |= BITS8((i8x)((dx <= b.width) & (dy <= b.height))) << start;
        if (b.width < 2 || b.height < 2) continue;
        u8x ix = dx - 1, iy = dy - 1;
        inner |= BITS8((i8x)((ix <= b.width - 2) & (iy <= b.height - 2))) << start;
    }
    if (count < 64) possible &= ((uint64_t)1 << count) - 1;
    *sure = possible & inner;
    return possible;
}

// MARK: Order

AMBIT_ANY_PROCESSOR
void ambit_ranks(const int32_t *keys, uint32_t count, int32_t *ranks) {
    for (uint32_t start = 0; start < count; start += 8) {
        i8x own = LOAD(i8x, keys + start), rank = 0;
        for (uint32_t other = 0; other < count; other++) rank -= (i8x)keys[other] < own;
        memcpy(ranks + start, &rank, sizeof rank);
    }
}

AMBIT_ANY_PROCESSOR
uint32_t ambit_find(const uint32_t *numbers, uint32_t count, uint32_t wanted) {
    for (uint32_t start = 0; start < count; start += 8) {
        uint64_t found = BITS8((i8x)(LOAD(u8x, numbers + start) == wanted));
        if (found == 0) continue;
        uint32_t place = start + (uint32_t)__builtin_ctzll(found);
        return place < count ? place : count;
    }
    return count;
}
