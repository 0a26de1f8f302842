// nanoflann's k-d tree over unit vectors: static, or with -DDYNAMIC its forest of trees that takes
// points away and adds them.
#include "harness.hpp"

#include <nanoflann.hpp>

struct Cloud {
    std::vector<Vector> points;

    size_t kdtree_get_point_count() const { return points.size(); }
    double kdtree_get_pt(size_t index, size_t axis) const { return (&points[index].x)[axis]; }
    template <class Bounds> bool kdtree_get_bbox(Bounds &) const { return false; }
};

struct Peer {
    using Metric = nanoflann::L2_Simple_Adaptor<double, Cloud>;
    static constexpr size_t leaf = 16;
    static constexpr bool hasNearest = true, hasBox = false;
#ifdef DYNAMIC
    using Tree = nanoflann::KDTreeSingleIndexDynamicAdaptor<Metric, Cloud, 3, uint32_t>;
    static const char *name() { return "nanoflann_dynamic"; }
    static constexpr bool hasMove = true;
    // A moved point takes a new slot.
    std::vector<uint32_t> slotOfID, idOfSlot;
    uint32_t id(uint32_t slot) const { return idOfSlot[slot]; }
#else
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<Metric, Cloud, 3, uint32_t>;
    static const char *name() { return "nanoflann_static"; }
    static constexpr bool hasMove = false;
    uint32_t id(uint32_t slot) const { return slot; }
#endif
    Cloud cloud;
    Tree *tree = nullptr;
    std::vector<std::pair<uint32_t, double>> found;

    ~Peer() { delete tree; }

    void load(const Points &points) {
        cloud.points.reserve(points.count());
        for (size_t id = 0; id < points.count(); id++) cloud.points.emplace_back(points[id]);
        const nanoflann::KDTreeSingleIndexAdaptorParams parameters(leaf);
#ifdef DYNAMIC
        for (size_t id = 0; id < points.count(); id++) {
            slotOfID.push_back(id);
            idOfSlot.push_back(id);
        }
        // Room for all slots there will be; the tree adds the points that are there already.
        const size_t most = points.count() + 400000;
        cloud.points.reserve(most);
        tree = new Tree(3, cloud, parameters, 4 * most);
#else
        tree = new Tree(3, cloud, parameters);
        tree->buildIndex();
#endif
    }

    void within(Place place, double meters, Hits &hits) {
        const Vector center(place);
        nanoflann::SearchParams parameters;
        parameters.sorted = false;
        found.clear();
        nanoflann::RadiusResultSet<double, uint32_t> results(squaredChord(meters), found);
        tree->findNeighbors(results, &center.x, parameters);
        for (const auto &[slot, square] : found)
            hits.push_back({id(slot), metersOfSquaredChord(square)});
    }

    void nearest(Place place, size_t count, Hits &hits) {
        const Vector center(place);
        uint32_t slots[100];
        double squares[100];
        nanoflann::KNNResultSet<double, uint32_t> results(count);
        results.init(slots, squares);
        tree->findNeighbors(results, &center.x, nanoflann::SearchParams());
        for (size_t index = 0; index < results.size(); index++)
            hits.push_back({id(slots[index]), metersOfSquaredChord(squares[index])});
    }

    void box(const Box &, Ids &) {}

#ifdef DYNAMIC
    void move(uint32_t id, Place, Place to) {
        tree->removePoint(slotOfID[id]);
        const uint32_t slot = cloud.points.size();
        cloud.points.emplace_back(to);
        idOfSlot.push_back(id);
        slotOfID[id] = slot;
        tree->addPoints(slot, slot);
    }
#endif
};

int main(int count, char **arguments) { return measure<Peer>(count, arguments); }
