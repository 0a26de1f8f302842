// Boost.Geometry's R-tree over degrees on a sphere, with Boost's own haversine.
#include "harness.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

struct Peer {
    using Point = bg::model::point<double, 2, bg::cs::spherical_equatorial<bg::degree>>;
    using Value = std::pair<Point, uint32_t>;
    bgi::rtree<Value, bgi::quadratic<16>> tree;
    std::vector<Value> values;

    static const char *name() { return "boost_rtree_lonlat"; }
    static constexpr bool hasNearest = true, hasBox = true, hasMove = true;

    static Point point(Place place) { return {place.longitude, place.latitude}; }
    static bg::model::box<Point> box(const Box &box) {
        return {{box.west, box.south}, {box.east, box.north}};
    }

    void load(const Points &points) {
        std::vector<Value> all;
        all.reserve(points.count());
        for (size_t id = 0; id < points.count(); id++)
            all.emplace_back(point(points[id]), uint32_t(id));
        tree = decltype(tree)(all);
    }

    void within(Place place, double meters, Hits &hits) {
        const Point center = point(place);
        const auto around = box(boxAround(place, meters));
        const auto end = tree.qend();
        for (auto found = tree.qbegin(bgi::intersects(around)); found != end; ++found) {
            const double distance = bg::distance(found->first, center) * earthRadius;
            if (distance <= meters) hits.push_back({found->second, distance});
        }
    }

    void nearest(Place place, size_t count, Hits &hits) {
        const Point center = point(place);
        values.clear();
        tree.query(bgi::nearest(center, unsigned(count)), std::back_inserter(values));
        for (const Value &value : values)
            hits.push_back({value.second, bg::distance(value.first, center) * earthRadius});
        keepNearest(hits, count);
    }

    void box(const Box &wanted, Ids &ids) {
        const auto around = box(wanted);
        const auto end = tree.qend();
        for (auto found = tree.qbegin(bgi::intersects(around)); found != end; ++found)
            ids.push_back(found->second);
    }

    void move(uint32_t id, Place from, Place to) {
        tree.remove(Value(point(from), id));
        tree.insert(Value(point(to), id));
    }
};

int main(int count, char **arguments) { return measure<Peer>(count, arguments); }
