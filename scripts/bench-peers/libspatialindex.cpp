// libspatialindex: an R*-tree over unit vectors, packed when loaded. A move takes it more than half
// a millisecond, so moves are left out.
#include "harness.hpp"

#include <memory>
#include <spatialindex/SpatialIndex.h>

namespace si = SpatialIndex;

/// Gives the points to the bulk loader.
class Stream : public si::IDataStream {
public:
    explicit Stream(const Points &points) : points(points) {}

    si::IData *getNext() override {
        if (!hasNext()) return nullptr;
        const Vector at(points[next]);
        si::Region region(&at.x, &at.x, 3);
        return new si::RTree::Data(0, nullptr, region, si::id_type(next++));
    }
    bool hasNext() override { return next < points.count(); }
    uint32_t size() override { return uint32_t(points.count()); }
    void rewind() override { next = 0; }

private:
    const Points &points;
    size_t next = 0;
};

/// Takes what lies within a squared chord.
class Collector : public si::IVisitor {
public:
    Collector(Vector center, double limit, Hits &hits)
        : center(center), limit(limit), hits(hits) {}

    void visitNode(const si::INode &) override {}
    void visitData(std::vector<const si::IData *> &) override {}
    void visitData(const si::IData &data) override {
        const double *at = static_cast<const si::RTree::Data &>(data).m_region.m_pLow;
        const double x = at[0] - center.x, y = at[1] - center.y, z = at[2] - center.z;
        const double square = x * x + y * y + z * z;
        if (square <= limit)
            hits.push_back({uint32_t(data.getIdentifier()), metersOfSquaredChord(square)});
    }

private:
    Vector center;
    double limit;
    Hits &hits;
};

struct Peer {
    std::unique_ptr<si::IStorageManager> storage;
    std::unique_ptr<si::ISpatialIndex> tree;

    ~Peer() { tree.reset(); }

    static const char *name() { return "libspatialindex"; }
    static constexpr bool hasNearest = true, hasBox = false, hasMove = false;

    void load(const Points &points) {
        Stream stream(points);
        si::id_type id;
        storage.reset(si::StorageManager::createNewMemoryStorageManager());
        tree.reset(si::RTree::createAndBulkLoadNewRTree(
            si::RTree::BLM_STR, stream, *storage, 0.9, 100, 100, 3, si::RTree::RV_RSTAR, id));
    }

    void within(Place place, double meters, Hits &hits) {
        const Vector c(place);
        const double limit = squaredChord(meters), r = sqrt(limit);
        const double low[] = {c.x - r, c.y - r, c.z - r}, high[] = {c.x + r, c.y + r, c.z + r};
        Collector collector(c, limit, hits);
        tree->intersectsWithQuery(si::Region(low, high, 3), collector);
    }

    void nearest(Place place, size_t count, Hits &hits) {
        const Vector center(place);
        Collector collector(center, 8, hits);
        tree->nearestNeighborQuery(uint32_t(count), si::Point(&center.x, 3), collector);
        keepNearest(hits, count);
    }
};

int main(int count, char **arguments) { return measure<Peer>(count, arguments); }
