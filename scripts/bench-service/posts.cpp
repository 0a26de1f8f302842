// Posts messages over HTTP/1.1 keep-alive connections, at a steady rate or as fast as they are
// answered, and takes little of the machine that it shares with the service.
//
//   posts PORT PLACES RATE SECONDS CONNECTIONS TOKEN...
//
// PLACES has a latitude and a longitude a line; RATE is posts a second, or all. A post goes out when it
// is due and a connection is free; what could not go out in time is not made up for by a burst of more
// than 50 ms. Prints a line: posts a second, then how long 50 % and 99 % of them took at most. Exits
// with 1 when one is not answered by 201.
#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <netinet/tcp.h>
#include <string>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using Clock = std::chrono::steady_clock;

struct Connection {
    int file;
    Clock::time_point sent;
    std::string read;
};

static int connected(int port) {
    int file = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(file, (sockaddr *)&address, sizeof address) != 0) perror("connect"), exit(1);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return file;
}

static std::vector<std::string> requests(const char *places, char **tokens, int token_count) {
    std::vector<std::string> all;
    std::ifstream file(places);
    std::string lat, lon;
    while (file >> lat >> lon) {
        std::string number = std::to_string(all.size() + 1);
        std::string body = "{\"text\":\"coffee is free today, said number " + number
            + " of the people in the park\",\"category\":\"news\",\"lat\":" + lat + ",\"lon\":" + lon
            + ",\"visible_radius_m\":5000,\"ttl_s\":3600}";
        all.push_back("POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Content-Type: application/json\r\nAuthorization: Bearer "
            + std::string(tokens[all.size() % token_count]) + "\r\nContent-Length: "
            + std::to_string(body.size()) + "\r\n\r\n" + body);
    }
    return all;
}

// Whether a whole answer has been read; its body is as long as Content-Length says.
static bool is_whole(const std::string &read) {
    size_t end = read.find("\r\n\r\n"), field = read.find("Content-Length: ");
    return end != std::string::npos && field < end
        && read.size() >= end + 4 + strtoul(read.c_str() + field + 16, nullptr, 10);
}

int main(int count, char **arguments) {
    if (count < 7) return fprintf(stderr, "see the source for usage\n"), 64;
    int port = atoi(arguments[1]), connections = atoi(arguments[5]);
    auto posts = requests(arguments[2], arguments + 6, count - 6);
    bool is_paced = strcmp(arguments[3], "all") != 0;
    std::chrono::nanoseconds period(is_paced ? long(1e9 / atof(arguments[3])) : 0);
    std::vector<Connection> all(connections);
    std::vector<int> vacant;
    int queue = epoll_create1(0);
    for (int n = 0; n < connections; n++) {
        all[n].file = connected(port);
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u32 = n;
        epoll_ctl(queue, EPOLL_CTL_ADD, all[n].file, &event);
        vacant.push_back(n);
    }
    std::vector<double> times;
    size_t next = 0;
    auto start = Clock::now(), due = start;
    auto end = start + std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(atof(arguments[4])));
    while (true) {
        auto now = Clock::now();
        if (now >= end && vacant.size() == all.size()) break;
        due = std::max(due, now - std::chrono::milliseconds(50));
        while (now < end && !vacant.empty() && due <= now) {
            Connection &one = all[vacant.back()];
            vacant.pop_back();
            const std::string &post = posts[next++ % posts.size()];
            one.sent = Clock::now();
            if (write(one.file, post.data(), post.size()) != (ssize_t)post.size())
                perror("write"), exit(1);
            due += period;
        }
        epoll_event events[64];
        int ready = epoll_wait(queue, events, 64, 1);
        for (int n = 0; n < ready; n++) {
            Connection &one = all[events[n].data.u32];
            char buffer[8192];
            ssize_t size = read(one.file, buffer, sizeof buffer);
            if (size <= 0) fprintf(stderr, "error: the service closed a connection\n"), exit(1);
            one.read.append(buffer, size);
            if (!is_whole(one.read)) continue;
            if (one.read.compare(9, 3, "201") != 0)
                fprintf(stderr, "error: %.200s\n", one.read.c_str()), exit(1);
            one.read.clear();
            times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - one.sent).count());
            vacant.push_back(events[n].data.u32);
        }
    }
    double passed = std::chrono::duration<double>(Clock::now() - start).count();
    std::sort(times.begin(), times.end());
    if (times.empty()) return fprintf(stderr, "error: nothing was posted\n"), 1;
    printf("%.0f %.2fms %.2fms\n", times.size() / passed, times[times.size() / 2],
        times[times.size() * 99 / 100]);
}
