// Boost.Geometry's R-tree over unit vectors, packed when loaded; chords become great circles.
#include "harness.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

struct Peer {
    using Point = bg::model::point<double, 3, bg::cs::cartesian>;
    using Value = std::pair<Point, uint32_t>;
    bgi::rtree<Value, bgi::quadratic<16>> tree;
    std::vector<Value> values;

    static const char *name() { return "boost_rtree_xyz"; }
    static constexpr bool hasNearest = true, hasBox = false, hasMove = true;

    static Point point(Place place) {
        const Vector at(place);
        return {at.x, at.y, at.z};
    }

    void load(const Points &points) {
        std::vector<Value> all;
        all.reserve(points.count());
        for (size_t id = 0; id < points.count(); id++)
            all.emplace_back(point(points[id]), uint32_t(id));
        tree = decltype(tree)(all);
    }

    void within(Place place, double meters, Hits &hits) {
        const Vector c(place);
        const double limit = squaredChord(meters), r = sqrt(limit);
        const bg::model::box<Point> cube({c.x - r, c.y - r, c.z - r}, {c.x + r, c.y + r, c.z + r});
        const auto end = tree.qend();
        for (auto found = tree.qbegin(bgi::intersects(cube)); found != end; ++found) {
            const double square = bg::comparable_distance(found->first, Point(c.x, c.y, c.z));
            if (square <= limit) hits.push_back({found->second, metersOfSquaredChord(square)});
        }
    }

    void nearest(Place place, size_t count, Hits &hits) {
        const Point center = point(place);
        values.clear();
        tree.query(bgi::nearest(center, unsigned(count)), std::back_inserter(values));
        for (const Value &value : values)
            hits.push_back({value.second,
                            metersOfSquaredChord(bg::comparable_distance(value.first, center))});
        keepNearest(hits, count);
    }

    void move(uint32_t id, Place from, Place to) {
        tree.remove(Value(point(from), id));
        tree.insert(Value(point(to), id));
    }
};

int main(int count, char **arguments) { return measure<Peer>(count, arguments); }
