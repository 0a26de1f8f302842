// Arithmetic over many points at once, in the compiler's vector types: one source for SSE2, AVX2
// and NEON. It stands in C because Swift's SIMD comparisons and conversions compile to loops over
// lanes where a single instruction would do, and because only C can choose AVX2 when it runs.
#ifndef AMBIT_INDEX_KERNELS_H
#define AMBIT_INDEX_KERNELS_H

#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: Places

/// Cells of the grid as radians, 2 pi / 2^32, and steps of a cell, 2 pi / 2^48.
#define AMBIT_RADIANS_PER_CELL 0x1.921fb54442d18p-30
#define AMBIT_RADIANS_PER_STEP 0x1.921fb54442d18p-46

/// A place from which distances are measured: see `GeodesicOrigin` in Swift.
typedef struct {
    int32_t x, y;
    uint32_t rest;
    /// How many cells northward and eastward the near way reaches, and northward the middle way.
    uint32_t near_north, near_east, middle_north;

    // The near way.

    /// The squared chord along the meridian over t^2, a polynomial in t, square metres.
    double meridian0, meridian1, meridian2, meridian3;
    /// Four times the product of both places' distances from the axis, a polynomial in t.
    double parallel0, parallel1, parallel2, parallel3, parallel4;
    double meridian_bend, bend_difference;

    // The middle way.

    double sine, cosine;
    /// The distance from the axis and the height above the equator, metres.
    double axial, polar;
    double semi_major, eccentricity_squared;
    /// The greatest squared chord that it measures, square metres.
    double middle_limit;
} ambit_origin;

/// The distance in metres to one place by the near or the middle way; negative where neither is
/// for it.
double ambit_measure(const ambit_origin *origin, int32_t x, int32_t y, uint32_t rest);

/// The same for many, to the last bit what `ambit_measure` gives for each. `count` is rounded up to
/// a multiple of 4, of which all arrays have room.
void ambit_measure_all(
    const ambit_origin *origin, const int32_t *x, const int32_t *y, const uint32_t *rest,
    uint32_t count, double *meters);

/// The same for places that all are for the near way.
void ambit_near_all(
    const ambit_origin *origin, const int32_t *x, const int32_t *y, const uint32_t *rest,
    uint32_t count, double *meters);

// MARK: Nodes

typedef struct ambit_reach_map ambit_reach_map;

/// The columns of a node: sixteen lanes of a quadtree's square and what belongs to the node itself.
/// See `Node` in Swift, which has its children elsewhere.
typedef struct {
    /// The lanes' boxes by their centres and half their widths, in steps from the square's corner.
    uint16_t center_x[16], half_x[16], center_y[16], half_y[16];
    /// The upper halves of floats: the farthest reaches below, as squared cells; of -1 for a lane
    /// that is empty.
    uint16_t limit[16];
    /// The square's south-western cell.
    int32_t west, south;
    /// A step is so many bits of cells wide.
    uint16_t step_bits;
    /// A bit for each quarter that is split.
    uint16_t split;
    /// Of a published root: the upper halves of floats, the least and the greatest reach, metres.
    uint16_t least_reach, most_reach;
    /// The batch of changes that made the block.
    uint64_t stamp;
    /// Of a published root.
    ambit_reach_map *_Nullable reach_map;
} ambit_node_columns;

_Static_assert(sizeof(ambit_node_columns) == 192, "three lines, behind one of children");

static inline uint16_t *ambit_center_x(ambit_node_columns *node) { return node->center_x; }
static inline uint16_t *ambit_half_x(ambit_node_columns *node) { return node->half_x; }
static inline uint16_t *ambit_center_y(ambit_node_columns *node) { return node->center_y; }
static inline uint16_t *ambit_half_y(ambit_node_columns *node) { return node->half_y; }
static inline uint16_t *ambit_limit(ambit_node_columns *node) { return node->limit; }

// MARK: A circle

/// What a sweep over lanes needs of a circle: see `Circle` in Swift.
typedef struct {
    int32_t x, y;
    /// Squared angles of `east` times squared cells eastward plus squared cells northward, each
    /// less a share of `bend` times itself.
    float east, bend;
    /// The greatest squared angle that is looked into.
    float limit;
    /// What squared angles may be too great by where a lane's reach is compared with them.
    float reach_scale;
} ambit_lanes;

/// The lanes of a node within the limit and their reach, as bits; their squared angles go to
/// `angles` unless it is null.
uint32_t ambit_sweep_lanes(
    const ambit_node_columns *node, const ambit_lanes *lanes,
    float *_Nullable angles);

/// What a sweep over points needs of a circle: see `Circle` in Swift.
typedef struct {
    int32_t x, y;
    float to_middle_x, to_middle_y;
    float north, parallel0, parallel1, parallel2;
    /// The greatest squared chord that is looked at, square metres.
    float limit;
    /// How far off the square root of a squared chord is at most, as a share.
    float share;
} ambit_circle;

/// Of at most 64 points, those whose squared chord is within the limit and, unless `reach` is null,
/// perhaps within their reach, as bits; in `unsure` those of them that are perhaps not. The squared
/// chords go to `squares`. Reads and writes up to the next multiple of 8.
uint64_t ambit_sweep_points(
    const int32_t *x, const int32_t *y, const float *_Nullable reach, uint32_t count,
    const ambit_circle *circle, float *squares, uint64_t *unsure);

/// What a sweep over points by angles needs of a circle: see `Circle` in Swift.
typedef struct {
    int32_t x, y;
    float to_middle_x, to_middle_y;
    /// The cosine of the centre's latitude.
    float cosine;
    /// The greatest squared chord that is looked at.
    float limit;
} ambit_cap;

/// Of at most 64 points, those whose squared chord on the unit sphere, between the same latitudes
/// and longitudes, is within the limit, as bits. The squared chords go to `squares`. For any place
/// and any distance. Reads and writes up to the next multiple of 8.
uint64_t ambit_sweep_angles(
    const int32_t *x, const int32_t *y, uint32_t count, const ambit_cap *cap, float *squares);

// MARK: A box

/// A box of cells from its south-western one; the last one is so much farther.
typedef struct {
    int32_t west, south;
    uint32_t width, height;
} ambit_box;

/// The lanes of a node that meet a box, and in bits 16 to 31 those that surely lie within.
uint32_t ambit_sweep_lanes_box(const ambit_node_columns *node, const ambit_box *box);

/// Of at most 64 points, those whose cell lies in a box, and in `sure` those that lie off its edges
/// as well. Reads up to the next multiple of 8.
uint64_t ambit_sweep_points_box(
    const int32_t *x, const int32_t *y, uint32_t count, const ambit_box *box, uint64_t *sure);

// MARK: Reaches

/// A grid over the ground with a bit a cell: see `ReachMap` in Swift. Bits are read while another
/// thread sets some; what they stand for is published by other means, so that no order is needed.
struct ambit_reach_map {
    int32_t west, south;
    /// How far the grid goes eastward and northward, cells of places, the last one included.
    uint64_t width, height;
    /// Cells of the grid to a cell of places, 2^-32.
    uint64_t columns, rows;
    /// How many words of 8 x 8 cells lie beside one another.
    uint64_t words_across;
    uint64_t stamp;
    /// Whether something reaches beyond the grid.
    uint64_t reaches_beyond;
    uint64_t words[];
};

/// Whether the bit of a place is set; beyond the grid, whether something reaches there.
static inline _Bool ambit_is_reached(const ambit_reach_map *map, int32_t x, int32_t y) {
    uint64_t east = (uint32_t)x - (uint32_t)map->west, north = (uint32_t)y - (uint32_t)map->south;
    if (east > map->width || north > map->height)
        return __atomic_load_n(&map->reaches_beyond, __ATOMIC_RELAXED) != 0;
    uint64_t column = east * map->columns >> 32, row = north * map->rows >> 32;
    uint64_t word = __atomic_load_n(
        &map->words[(row >> 3) * map->words_across + (column >> 3)], __ATOMIC_RELAXED);
    return word >> ((row & 7) << 3 | (column & 7)) & 1;
}

/// Sets bits of a word, for the only thread that writes.
static inline void ambit_set_reached(ambit_reach_map *map, uint64_t word, uint64_t bits) {
    uint64_t before = __atomic_load_n(&map->words[word], __ATOMIC_RELAXED);
    if (bits & ~before) __atomic_store_n(&map->words[word], before | bits, __ATOMIC_RELAXED);
}

static inline void ambit_set_reached_beyond(ambit_reach_map *map) {
    __atomic_store_n(&map->reaches_beyond, 1, __ATOMIC_RELAXED);
}

// MARK: Order

/// The places that sorting would give to at most 128 different keys. Reads and writes up to the
/// next multiple of 8.
void ambit_ranks(const int32_t *keys, uint32_t count, int32_t *ranks);

/// The first of `count` numbers that equals one; `count` when there is none. Reads up to the next
/// multiple of 8.
uint32_t ambit_find(const uint32_t *numbers, uint32_t count, uint32_t wanted);

/// Asks for memory that is read next: into the nearest cache.
static inline void ambit_prefetch(const void *memory) { __builtin_prefetch(memory); }

/// Asks for memory that is read after much else that is asked for as well: into the second cache,
/// which takes more requests at a time than the nearest does.
static inline void ambit_prefetch_later(const void *memory) { __builtin_prefetch(memory, 0, 2); }

#pragma clang assume_nonnull end

#endif
