#ifndef CWEBPUSH_H
#define CWEBPUSH_H

#include <stddef.h>
#include <stdint.h>

// What Web Push needs of OpenSSL's libcrypto: keys on the curve P-256, and AES-128 in Galois/Counter Mode. Each
// returns 1, or 0 where it failed: for want of memory, or because a key is no point of the curve.

/// A new pair of keys: the private number, and the public point in its long form (SEC 1, section 2.3.3).
int ambit_p256_make(uint8_t private_key[32], uint8_t public_key[65]);

/// What two agree on: the first coordinate of the product (SEC 1, section 3.3.1).
int ambit_p256_agree(
    const uint8_t private_key[32], const uint8_t public_key[65], const uint8_t other[65],
    uint8_t secret[32]
);

/// A signature of a message's SHA-256 (FIPS 186-4, section 6), as two numbers one behind the other.
int ambit_p256_sign(
    const uint8_t private_key[32], const uint8_t public_key[65], const uint8_t *message,
    size_t length, uint8_t signature[64]
);

/// Whether a signature is of a message, by a public key.
int ambit_p256_verify(
    const uint8_t public_key[65], const uint8_t *message, size_t length,
    const uint8_t signature[64]
);

/// Seals bytes: as many come out, and the tag of 16 behind them.
int ambit_aes128_gcm_seal(
    const uint8_t key[16], const uint8_t nonce[12], const uint8_t *message, size_t length,
    uint8_t *box
);

#endif
