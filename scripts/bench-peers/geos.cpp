// GEOS: its packed R-tree over degrees, then haversine. It takes no updates after its first query,
// and its nearest neighbour is planar and one only.
#include "harness.hpp"

#include <geos/geom/Envelope.h>
#include <geos/index/strtree/TemplateSTRtree.h>
#include <memory>

struct Peer {
    using Tree = geos::index::strtree::TemplateSTRtree<uint32_t>;
    std::unique_ptr<Tree> tree;
    const Points *points = nullptr;

    static const char *name() { return "geos_strtree"; }
    static constexpr bool hasNearest = false, hasBox = true, hasMove = false;

    static geos::geom::Envelope envelope(const Box &box) {
        return {box.west, box.east, box.south, box.north};
    }

    void load(const Points &all) {
        points = &all;
        tree = std::make_unique<Tree>(10, all.count());
        for (size_t id = 0; id < all.count(); id++) {
            const Place place = all[id];
            tree->insert(geos::geom::Envelope(place.longitude, place.longitude, place.latitude,
                                              place.latitude), uint32_t(id));
        }
        tree->build();
    }

    void within(Place center, double meters, Hits &hits) {
        tree->query(envelope(boxAround(center, meters)), [&](uint32_t id) {
            const double distance = haversine(center, (*points)[id]);
            if (distance <= meters) hits.push_back({id, distance});
        });
    }

    void box(const Box &box, Ids &ids) {
        tree->query(envelope(box), [&](uint32_t id) { ids.push_back(id); });
    }
};

int main(int count, char **arguments) { return measure<Peer>(count, arguments); }
