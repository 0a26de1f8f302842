// S2: a point index (a B-tree of cell ids) with its closest-point query; boxes by a covering.
#include "harness.hpp"

#include <s2/s2closest_point_query.h>
#include <s2/s2latlng_rect.h>
#include <s2/s2point_index.h>
#include <s2/s2region_coverer.h>

struct Peer {
    using Query = S2ClosestPointQuery<int>;
    S2PointIndex<int> index;
    Query *query = nullptr;
    std::vector<Query::Result> found;
    std::vector<S2CellId> cells;
    S2RegionCoverer coverer;

    ~Peer() { delete query; }

    static const char *name() { return "s2_point_index"; }
    static constexpr bool hasNearest = true, hasBox = true, hasMove = true;

    static S2LatLng latLng(double longitude, double latitude) {
        return S2LatLng::FromDegrees(latitude, std::remainder(longitude, 360)).Normalized();
    }
    static S2Point point(Place place) {
        return latLng(place.longitude, place.latitude).ToPoint();
    }

    void load(const Points &points) {
        for (size_t id = 0; id < points.count(); id++) index.Add(point(points[id]), int(id));
        query = new Query(&index);
    }

    void find(Place center, Hits &hits) {
        Query::PointTarget target(point(center));
        query->FindClosestPoints(&target, &found);
        for (const auto &result : found)
            hits.push_back({uint32_t(result.data()),
                            result.distance().ToAngle().radians() * earthRadius});
    }

    void nearestWithin(Place center, double meters, size_t count, Hits &hits) {
        query->mutable_options()->set_max_results(int(count));
        query->mutable_options()->set_conservative_max_distance(
            S1ChordAngle(S1Angle::Radians(meters / earthRadius)));
        find(center, hits);
    }

    void within(Place center, double meters, Hits &hits) {
        nearestWithin(center, meters, Query::Options::kMaxMaxResults, hits);
    }

    void nearest(Place center, size_t count, Hits &hits) {
        query->mutable_options()->set_max_results(int(count));
        query->mutable_options()->set_max_distance(S1ChordAngle::Infinity());
        find(center, hits);
    }

    void box(const Box &box, Ids &ids) {
        const S2LatLngRect rect(latLng(box.west, box.south), latLng(box.east, box.north));
        coverer.GetCovering(rect, &cells);
        S2PointIndex<int>::Iterator it(&index);
        for (const S2CellId cell : cells)
            for (it.Seek(cell.range_min()); !it.done() && it.id() <= cell.range_max(); it.Next())
                if (rect.Contains(it.point())) ids.push_back(it.data());
    }

    void move(uint32_t id, Place from, Place to) {
        index.Remove(point(from), int(id));
        index.Add(point(to), int(id));
    }
};

int main(int count, char **arguments) { return measure<Peer>(count, arguments); }
