#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <sys/socket.h>

// POST and GET requests over HTTPS, many at a time on one thread, by libcurl.
//
// No redirect is followed, no proxy of the environment used, no other protocol spoken, and the address
// of each connection is asked for before it is made: what is resolved after a check cannot differ
// from what was checked.

/// The requests that are under way. One thread at a time may use them, but for waking.
struct ambit_transfers;

/// Whether a connection to an address may be made: not 0 for yes. `context` is the request's.
typedef int (*ambit_admits)(const struct sockaddr *address, socklen_t length, void *context);

/// What came of a request.
struct ambit_outcome {
    /// Of the answer; 0 where there was none.
    long status;
    /// Why there was none, in libcurl's words; null where there was one.
    const char *failure;
    /// Whether it was because no address of the host was admitted.
    int was_refused;
    /// The answer's body, or as much of it as is kept. Good until the callback returns.
    const unsigned char *body;
    size_t length;
    /// `Retry-After` in seconds where the answer has it in that form, else -1.
    long retry_after;
};

/// Called once for each request, on the thread that steps.
typedef void (*ambit_finished)(const struct ambit_outcome *outcome, void *context);

/// What is sent. All texts are copied.
struct ambit_post {
    const char *url;
    /// Whole lines, such as "content-type: application/json"; null after the last.
    const char *const *fields;
    /// Without a byte it is a GET.
    const unsigned char *body;
    size_t length;
    /// For all of it: the name, the connection, and the answer.
    long timeout_milliseconds;
    /// How much of an answer's body is kept; a longer body, or head, ends the request.
    size_t answer_limit;
    /// The authorities that certificates are held against: a PEM file, or null for the system's.
    const char *authorities;
    ambit_admits admits;
    void *context;
};

/// Whether libcurl is there.
int ambit_transfers_exist(void);

/// Null where there is no memory.
struct ambit_transfers *ambit_transfers_new(ambit_finished finished);

/// Ends all requests that are under way; each finishes as a failure.
void ambit_transfers_free(struct ambit_transfers *transfers);

/// Begins a request. 0 where it could not be begun; it does not finish then.
int ambit_transfers_begin(struct ambit_transfers *transfers, const struct ambit_post *post);

/// Goes on with all requests, and waits for something to happen for so long at most.
void ambit_transfers_step(struct ambit_transfers *transfers, int wait_milliseconds);

/// Ends the wait of a step. From any thread.
void ambit_transfers_wake(struct ambit_transfers *transfers);

#endif
