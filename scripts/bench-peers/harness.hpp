// What all peers share: the data files, the clock, the measuring loop and its rows.
//
// A peer is a struct with
//     static const char *name();
//     static constexpr bool hasNearest, hasBox, hasMove;      what it can do
//     void load(const Points &);                              build from all points at once
//     void within(Place center, double meters, Hits &);       everything within a radius
//     void nearest(Place center, size_t count, Hits &);       the nearest, in order
//     void box(const Box &, Ids &);                           everything in a box
//     void move(uint32_t id, Place from, Place to);           an update
// and may have `nearestWithin` where it knows better than to sort what lies within.
//
// Rows, separated by tabs: name, flags, data, points, operation, median, least and greatest of the
// runs, unit, average number of results, checksum. Distances are great circles here.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

constexpr double earthRadius = 6371008.8;
constexpr double degree = M_PI / 180;

struct Place {
    double longitude, latitude;
};

struct Box {
    double west, south, east, north;
};

struct Hit {
    uint32_t id;
    double meters;

    bool operator<(const Hit &other) const {
        return meters != other.meters ? meters < other.meters : id < other.id;
    }
};

using Hits = std::vector<Hit>;
using Ids = std::vector<uint32_t>;

// MARK: Spheres

struct Vector {
    double x, y, z;

    explicit Vector(Place place = {0, 0}) {
        const double axial = cos(place.latitude * degree);
        x = axial * cos(place.longitude * degree);
        y = axial * sin(place.longitude * degree);
        z = sin(place.latitude * degree);
    }
};

/// The squared chord on the unit sphere under a way on the Earth.
inline double squaredChord(double meters) {
    const double half = sin(std::min(meters / earthRadius, M_PI) / 2);
    return 4 * half * half;
}

inline double metersOfSquaredChord(double square) {
    return 2 * earthRadius * asin(std::min(1.0, sqrt(square) / 2));
}

inline double haversine(Place a, Place b) {
    const double north = sin((b.latitude - a.latitude) * degree / 2);
    const double east = sin((b.longitude - a.longitude) * degree / 2);
    const double parallels = cos(a.latitude * degree) * cos(b.latitude * degree);
    return 2 * earthRadius * asin(std::min(1.0, sqrt(north * north + parallels * east * east)));
}

/// The box around a circle. Poles and the antimeridian are ignored: none of the queries counted
/// here comes near enough for its results to differ.
inline Box boxAround(Place center, double meters) {
    const double angle = meters / earthRadius;
    const double north = angle / degree;
    const double axial = std::max(1e-9, cos(center.latitude * degree));
    const double east = asin(std::min(1.0, sin(angle) / axial)) / degree;
    return {center.longitude - east, center.latitude - north,
            center.longitude + east, center.latitude + north};
}

/// Leaves the nearest, in order.
inline void keepNearest(Hits &hits, size_t count) {
    if (hits.size() > count) {
        std::nth_element(hits.begin(), hits.begin() + count, hits.end());
        hits.resize(count);
    }
    std::sort(hits.begin(), hits.end());
}

// MARK: Files

/// A file of columns as data.py writes it.
class File {
public:
    File(const std::string &path, const char *magic) : path(path) {
        file = fopen(path.c_str(), "rb");
        if (!file) fail("cannot be read");
        char head[8];
        read(head, 8);
        if (memcmp(head, magic, 8) != 0) fail("is of another kind");
        uint64_t rows;
        read(&rows, 8);
        count = rows;
    }
    ~File() { fclose(file); }

    size_t count;

    template <class Value> std::vector<Value> column() {
        std::vector<Value> values(count);
        read(values.data(), count * sizeof(Value));
        return values;
    }

private:
    std::string path;
    FILE *file;

    void read(void *to, size_t bytes) {
        if (fread(to, 1, bytes, file) != bytes) fail("is cut short");
    }
    [[noreturn]] void fail(const char *what) {
        fprintf(stderr, "error: %s %s\n", path.c_str(), what);
        exit(1);
    }
};

struct Points {
    std::vector<double> longitudes, latitudes;

    explicit Points(const std::string &path) {
        File file(path, "GPTS0001");
        longitudes = file.column<double>();
        latitudes = file.column<double>();
    }
    size_t count() const { return longitudes.size(); }
    Place operator[](size_t index) const { return {longitudes[index], latitudes[index]}; }
};

struct Moves {
    std::vector<uint32_t> ids;
    std::vector<double> longitudes[2], latitudes[2]; // jumps, drifts

    explicit Moves(const std::string &path) {
        File file(path, "GUPD0001");
        ids = file.column<uint32_t>();
        for (int kind = 0; kind < 2; kind++) {
            longitudes[kind] = file.column<double>();
            latitudes[kind] = file.column<double>();
        }
    }
};

// MARK: Measuring

inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

inline double residentBytes() {
    malloc_trim(0);
    FILE *file = fopen("/proc/self/statm", "r");
    long size = 0, resident = 0;
    if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) exit(1);
    fclose(file);
    return resident * double(sysconf(_SC_PAGESIZE));
}

template <class Peer, class = void> struct NearestWithin {
    static void run(Peer &peer, Place center, double meters, size_t count, Hits &hits) {
        peer.within(center, meters, hits);
        keepNearest(hits, count);
    }
};
template <class Peer>
struct NearestWithin<Peer, std::void_t<decltype(&Peer::nearestWithin)>> {
    static void run(Peer &peer, Place center, double meters, size_t count, Hits &hits) {
        peer.nearestWithin(center, meters, count, hits);
    }
};

template <class Peer> class Harness {
public:
    Harness(const std::string &folder, std::string data, const std::string &count, int runs)
        : data(std::move(data)), runs(runs),
          points(folder + "/" + this->data + "_" + count + ".pts"),
          centers(folder + "/" + this->data + ".qry"),
          moves(folder + "/" + this->data + "_" + count + ".upd") {
        // Memory for results is touched before anything is weighed.
        hits.assign(1 << 20, {0, 0});
        ids.assign(1 << 20, 0);
    }
    ~Harness() { delete peer; }

    void run() {
        load();
        radius("radius1km", 1000);
        radius("radius5km", 5000);
        queries("radius5km_top100", [&](Place center) {
            NearestWithin<Peer>::run(*peer, center, 5000, 100, hits);
        });
        if constexpr (Peer::hasNearest)
            for (size_t count : {1, 10, 100})
                queries(("knn" + std::to_string(count)).c_str(),
                        [&](Place center) { peer->nearest(center, count, hits); });
        if constexpr (Peer::hasBox) boxes();
        if constexpr (Peer::hasMove) {
            movePoints();
            radius("radius5km_after_moves", 5000);
        }
    }

private:
    std::string data;
    int runs;
    Points points, centers;
    Moves moves;
    Peer *peer = nullptr;
    Hits hits;
    Ids ids;

    void row(const char *operation, std::vector<double> values, const char *unit, double average,
             double checksum) {
        std::sort(values.begin(), values.end());
        printf("%s\t%s\t%s\t%zu\t%s\t%.4g\t%.4g\t%.4g\t%s\t%.4g\t%.10g\n", Peer::name(),
               "O3 native", data.c_str(), points.count(), operation, values[values.size() / 2],
               values.front(), values.back(), unit, average, checksum);
        fflush(stdout);
    }

    void load() {
        std::vector<double> seconds, bytes;
        for (int run = 0; run < (points.count() > 2000000 ? 1 : runs); run++) {
            delete peer;
            peer = nullptr;
            const double before = residentBytes(), start = now();
            peer = new Peer;
            peer->load(points);
            seconds.push_back(now() - start);
            bytes.push_back((residentBytes() - before) / points.count());
        }
        row("load", seconds, "s", 0, 0);
        row("memory", {bytes[0]}, "B/point", 0, 0);
    }

    template <class Query> void queries(const char *operation, Query query) {
        std::vector<double> times;
        double found = 0, checksum = 0;
        for (int run = 0; run < runs; run++) {
            found = checksum = 0;
            const double start = now();
            for (size_t index = 0; index < centers.count(); index++) {
                hits.clear();
                query(centers[index]);
                found += hits.size();
                for (const Hit &hit : hits) checksum += hit.meters;
            }
            times.push_back((now() - start) / centers.count() * 1e6);
        }
        row(operation, times, "us", found / centers.count(), checksum);
    }

    void radius(const char *operation, double meters) {
        queries(operation, [&](Place center) { peer->within(center, meters, hits); });
    }

    void boxes() {
        std::vector<double> times;
        // Whole numbers: a sum of doubles would take as long as finding some of the ids.
        uint64_t found = 0, checksum = 0;
        for (int run = 0; run < runs; run++) {
            found = checksum = 0;
            const double start = now();
            for (size_t index = 0; index < centers.count(); index++) {
                const Place center = centers[index];
                ids.clear();
                peer->box({center.longitude - 0.05, center.latitude - 0.05,
                           center.longitude + 0.05, center.latitude + 0.05}, ids);
                found += ids.size();
                for (uint32_t id : ids) checksum += id;
            }
            times.push_back((now() - start) / centers.count() * 1e6);
        }
        row("bbox0.1deg", times, "us", double(found) / centers.count(), checksum);
    }

    /// Each run moves other points: first all drifts, then all jumps, on the living index.
    void movePoints() {
        std::vector<Place> places;
        for (size_t index = 0; index < points.count(); index++) places.push_back(points[index]);
        for (int kind : {1, 0}) {
            std::vector<double> times;
            const size_t share = moves.ids.size() / runs;
            for (int run = 0; run < runs; run++) {
                const double start = now();
                for (size_t step = run * share; step < (run + 1) * share; step++) {
                    const uint32_t id = moves.ids[step];
                    const Place to{moves.longitudes[kind][step], moves.latitudes[kind][step]};
                    peer->move(id, places[id], to);
                    places[id] = to;
                }
                times.push_back((now() - start) / share * 1e6);
            }
            row(kind == 1 ? "move_drift" : "move_jump", times, "us", 0, 0);
        }
    }
};

template <class Peer> int measure(int count, char **arguments) {
    const int runs = count > 4 ? atoi(arguments[4]) : 3;
    if (count < 4 || count > 5 || runs < 1) {
        fprintf(stderr, "usage: %s FOLDER U|C N [RUNS=3]\n", arguments[0]);
        return 64;
    }
    Harness<Peer>(arguments[1], arguments[2], arguments[3], runs).run();
    return 0;
}
