/// Ambit's index and distances for programs in C and for other languages.
///
/// Latitudes and longitudes are decimal degrees on WGS84 (EPSG:4326), -90 to 90 and -180 to 180; lengths are
/// metres along the geodesic. Lists are columns without gaps. A call that is refused returns a code other than
/// `AMBIT_OK`, says in `ambit_failure` which value is at fault, and has given nothing that is to be freed.
///
/// A tree never changes once it is made: any number of threads may ask it at once, as long as none frees it.
/// No call keeps a pointer to a list that it was given.
#ifndef AMBIT_H
#define AMBIT_H

#include <stdbool.h>
#include <stdint.h>

/// Points with an id and a reach, found by where they are.
typedef struct ambit_tree ambit_tree;

/// What a call returns.
enum ambit_code {
    AMBIT_OK = 0,
    /// A value that is outside its range, or not a number.
    AMBIT_OUT_OF_RANGE = 1,
    /// An id that another point has.
    AMBIT_DUPLICATE_ID = 2,
    /// The system has no memory for the answer or the tree.
    AMBIT_NO_MEMORY = 3,
    /// More points than one tree holds: 800 million, or fewer where many are crowded within a few metres.
    AMBIT_FULL = 4,
};

/// Which of a call's lists a refused value stands in.
enum ambit_argument {
    AMBIT_NO_ARGUMENT = 0,
    AMBIT_LATITUDE = 1,
    AMBIT_LONGITUDE = 2,
    /// Of the places measured to.
    AMBIT_OTHER_LATITUDE = 3,
    AMBIT_OTHER_LONGITUDE = 4,
    /// A radius, a reach or a greatest distance.
    AMBIT_LENGTH = 5,
    AMBIT_ID = 6,
};

/// Why a call was refused.
typedef struct ambit_failure {
    int32_t code;
    int32_t argument;
    /// Where in the list the first value at fault stands, from 0.
    int64_t index;
    /// For a duplicate id: where the id stands already.
    int64_t other_index;
    /// The value; for a duplicate id, the id is in `id`.
    double value;
    int64_t id;
} ambit_failure;

/// Places, side by side in two columns.
typedef struct ambit_places {
    const double *latitudes;
    const double *longitudes;
    int64_t count;
    /// 1 for columns; 0 where one place stands for all `count`.
    int64_t step;
} ambit_places;

/// Lengths: one for each place, or one for all of them.
typedef struct ambit_lengths {
    const double *meters;
    /// 1 for a column, 0 for one length.
    int64_t step;
} ambit_lengths;

/// What was found for each place: the points of place `i` stand from `offsets[i]` to before `offsets[i + 1]`.
///
/// All three lists come from `malloc`. Whoever asked owns them.
typedef struct ambit_matches {
    /// One more than there are places; the last is how many points there are in all lists together.
    int64_t *offsets;
    int64_t *ids;
    double *meters;
} ambit_matches;

/// The points of a tree in the order of their ids. The lists live as long as the tree.
typedef struct ambit_columns {
    int64_t count;
    /// NULL where the ids are 0 to `count - 1`.
    const int64_t *ids;
    const double *latitudes;
    const double *longitudes;
    /// NULL where all are found from anywhere.
    const double *reaches;
} ambit_columns;

/// How many processors this process may use.
int32_t ambit_usable_processors(void);

/// Makes a tree.
///
/// - places: `step` is 1; `count` is 0 or more.
/// - ids: one for each place; NULL for 0, 1, 2, ...
/// - reaches: from how far each point is found, kept to 24 significant bits, INFINITY for anywhere; NULL for
///   anywhere for all.
int ambit_tree_make(ambit_places places, const int64_t *ids, const double *reaches, ambit_tree **tree,
                    ambit_failure *failure);

/// Frees a tree and its lists. No thread may be asking it.
void ambit_tree_free(ambit_tree *tree);

/// The points of a tree.
ambit_columns ambit_tree_columns(const ambit_tree *tree);

/// For each place the points within a radius that reach it: nearest first, ties by id.
///
/// A point is found when its distance is at most the radius and at most its own reach.
///
/// - threads: how many to use at most, 1 or more.
int ambit_tree_within(const ambit_tree *tree, ambit_places centers, ambit_lengths radii, int32_t threads,
                      ambit_matches *matches, ambit_failure *failure);

/// For each place the `k` nearest points that reach it: nearest first, ties by id.
///
/// - k: 1 or more.
/// - limits: greatest distances, inclusive; INFINITY for the whole Earth.
/// - with_ties: also all further points that are as far as the last of the `k`, to the last bit.
int ambit_tree_nearest(const ambit_tree *tree, ambit_places centers, int64_t k, bool with_ties,
                       ambit_lengths limits, int32_t threads, ambit_matches *matches, ambit_failure *failure);

/// The distance from each place to the other with the same number.
///
/// - starts, ends: of the same `count`; either may stand for all.
/// - meters: room for `count` numbers.
int ambit_distances(ambit_places starts, ambit_places ends, int32_t threads, double *meters,
                    ambit_failure *failure);

#endif
