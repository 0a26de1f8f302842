// Asks Redis or PostGIS what is near one place after another, as fast as it answers.
//
// usage: peers redis PORT PLACES QUERY CONNECTIONS PIPELINE SECONDS
//        peers postgis PORT PLACES QUERY CONNECTIONS PIPELINE SECONDS
//
// PLACES has a latitude and a longitude a line; QUERY is radius1km, radius5km or nearest10 (within
// 50 km). Asked for are ids and distances, nearest first, at most 1000. Redis holds the points in the
// key "people", PostGIS in the table people(id, place geography). Each connection has a thread of its
// own and so many requests under way; statements are prepared, and Redis's commands are made before
// the clock starts. Prints answers a second, ids an answer, and the 99th percentile of the time from
// sending a request to having its answer, in milliseconds.
#include <hiredis/hiredis.h>
#include <libpq-fe.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using Clock = std::chrono::steady_clock;

struct Place {
    double latitude, longitude;
};

struct Question {
    int radius_meters, limit;
    bool nearest;
};

static Question question(const std::string &name) {
    if (name == "radius1km") return {1000, 1000, false};
    if (name == "radius5km") return {5000, 1000, false};
    if (name == "nearest10") return {50000, 10, true};
    throw std::runtime_error("no such query: " + name);
}

// One connection; requests are answered in the order in which they were sent.
struct Peer {
    virtual ~Peer() = default;
    virtual void send(size_t place) = 0;
    virtual long receive() = 0;  // how many were found
};

struct Redis : Peer {
    redisContext *context;
    std::vector<std::string> commands;

    Redis(int port, const std::vector<Place> &places, Question what) : context(redisConnect("127.0.0.1", port)) {
        if (!context || context->err) throw std::runtime_error("no Redis at this port");
        for (const Place &place : places) {
            char *text;
            int length = redisFormatCommand(
                &text, "GEOSEARCH people FROMLONLAT %f %f BYRADIUS %d m ASC COUNT %d WITHDIST",
                place.longitude, place.latitude, what.radius_meters, what.limit);
            commands.emplace_back(text, length);
            redisFreeCommand(text);
        }
    }
    ~Redis() override { redisFree(context); }

    void send(size_t place) override {
        const std::string &command = commands[place];
        redisAppendFormattedCommand(context, command.data(), command.size());
    }
    long receive() override {
        void *reply;
        if (redisGetReply(context, &reply) != REDIS_OK) throw std::runtime_error(context->errstr);
        auto answer = static_cast<redisReply *>(reply);
        if (answer->type != REDIS_REPLY_ARRAY) throw std::runtime_error(answer->str ? answer->str : "no list");
        long found = answer->elements;
        freeReplyObject(reply);
        return found;
    }
};

struct PostGIS : Peer {
    PGconn *connection;
    const std::vector<Place> &places;

    PostGIS(int port, const std::vector<Place> &places, Question what) : places(places) {
        std::string address = "host=127.0.0.1 user=postgres dbname=postgres port=" + std::to_string(port);
        connection = PQconnectdb(address.c_str());
        if (PQstatus(connection) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(connection));
        std::string here = "ST_SetSRID(ST_MakePoint($1, $2), 4326)::geography";
        std::string limit = " LIMIT " + std::to_string(what.limit);
        std::string text = what.nearest
            ? "SELECT id, place <-> " + here + " AS distance FROM people ORDER BY distance" + limit
            : "SELECT id, ST_Distance(place, " + here + ") AS distance FROM people WHERE ST_DWithin(place, "
                + here + ", " + std::to_string(what.radius_meters) + ") ORDER BY distance" + limit;
        const Oid types[] = {701, 701};  // double precision
        check(PQprepare(connection, "near", text.c_str(), 2, types));
        if (!PQenterPipelineMode(connection)) throw std::runtime_error("no pipeline mode");
    }
    ~PostGIS() override { PQfinish(connection); }

    long check(PGresult *result) {
        auto status = PQresultStatus(result);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
            throw std::runtime_error(PQresultErrorMessage(result));
        long rows = PQntuples(result);
        PQclear(result);
        return rows;
    }
    void send(size_t place) override {
        char longitude[32], latitude[32];
        snprintf(longitude, sizeof longitude, "%.7f", places[place].longitude);
        snprintf(latitude, sizeof latitude, "%.7f", places[place].latitude);
        const char *values[] = {longitude, latitude};
        PQsendQueryPrepared(connection, "near", 2, values, nullptr, nullptr, 1);
        PQpipelineSync(connection);
    }
    long receive() override {
        long rows = check(PQgetResult(connection));
        PQclear(PQgetResult(connection));  // the end of the rows
        PQclear(PQgetResult(connection));  // the end of the transaction
        return rows;
    }
};

int main(int count, char **arguments) {
    if (count != 8) return fprintf(stderr, "see the source for usage\n"), 64;
    std::string kind = arguments[1];
    int port = atoi(arguments[2]), connections = atoi(arguments[5]);
    size_t pipeline = atoi(arguments[6]);
    double seconds = atof(arguments[7]);
    std::vector<Place> places;
    std::ifstream file(arguments[3]);
    for (Place place; file >> place.latitude >> place.longitude;) places.push_back(place);
    std::vector<std::unique_ptr<Peer>> peers;
    for (int n = 0; n < connections; n++) {
        if (kind == "redis") peers.push_back(std::make_unique<Redis>(port, places, question(arguments[4])));
        else peers.push_back(std::make_unique<PostGIS>(port, places, question(arguments[4])));
    }
    std::vector<std::vector<double>> times(connections);
    std::vector<long> found(connections);
    std::vector<std::thread> threads;
    auto start = Clock::now();
    auto end = start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    for (int n = 0; n < connections; n++) {
        threads.emplace_back([&, n] {
            std::deque<Clock::time_point> sent;
            size_t next = places.size() * n / connections;
            bool isOver = false;
            while (!isOver || !sent.empty()) {
                // Half of the requests under way go out together.
                if (!isOver && sent.size() <= pipeline / 2) {
                    while (sent.size() < pipeline) {
                        peers[n]->send(next++ % places.size());
                        sent.push_back(Clock::now());
                    }
                }
                found[n] += peers[n]->receive();
                auto now = Clock::now();
                times[n].push_back(std::chrono::duration<double, std::milli>(now - sent.front()).count());
                sent.pop_front();
                isOver = now >= end;
            }
        });
    }
    for (auto &thread : threads) thread.join();
    double passed = std::chrono::duration<double>(Clock::now() - start).count();
    std::vector<double> all;
    long total = 0;
    for (int n = 0; n < connections; n++) {
        all.insert(all.end(), times[n].begin(), times[n].end());
        total += found[n];
    }
    std::sort(all.begin(), all.end());
    printf("%.0f %.1f %.2f\n", all.size() / passed, double(total) / all.size(), all[all.size() * 99 / 100]);
}
