-- +goose Up

-- Times are Unix milliseconds, 0 for never. Tokens, recovery codes and keys of sessions are stored as the hex of their SHA-256.

-- mailbox is mail in lower case. password is a PHC string, '' for none; totp the base32 secret of the authenticator, '' for
-- none; totp_step the last time step whose code was accepted.
CREATE TABLE account_users (
    id        TEXT   NOT NULL PRIMARY KEY,
    mail      TEXT   NOT NULL,
    mailbox   TEXT   NOT NULL UNIQUE,
    name      TEXT   NOT NULL,
    lang      TEXT   NOT NULL,
    role      TEXT   NOT NULL,
    author    BIGINT NOT NULL,
    password  TEXT   NOT NULL,
    totp      TEXT   NOT NULL,
    totp_step BIGINT NOT NULL,
    created   BIGINT NOT NULL,
    disabled  BIGINT NOT NULL,
    last_seen BIGINT NOT NULL
);

-- Recovery codes that are left: a used one is deleted.
CREATE TABLE account_codes (
    user_id TEXT NOT NULL,
    code    TEXT NOT NULL,
    PRIMARY KEY (user_id, code)
);

-- id is the id of the credential in base64url, credential its public key, counter and flags as JSON.
CREATE TABLE account_passkeys (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    credential TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    created    BIGINT NOT NULL,
    used       BIGINT NOT NULL
);
CREATE INDEX account_passkeys_user ON account_passkeys (user_id);

-- id is the hash of the cookie's token.
CREATE TABLE account_sessions (
    id           TEXT   NOT NULL PRIMARY KEY,
    user_id      TEXT   NOT NULL,
    created      BIGINT NOT NULL,
    used         BIGINT NOT NULL,
    ends         BIGINT NOT NULL,
    strong_until BIGINT NOT NULL,
    keep         BIGINT NOT NULL,
    agent        TEXT   NOT NULL,
    network      TEXT   NOT NULL
);
CREATE INDEX account_sessions_user ON account_sessions (user_id);

-- Links of setup, invitation and recovery. user_id is '' for setup. draft is the JSON of what the person has chosen before the
-- last step. A used link is deleted.
CREATE TABLE account_links (
    id      TEXT   NOT NULL PRIMARY KEY,
    user_id TEXT   NOT NULL,
    purpose TEXT   NOT NULL,
    expires BIGINT NOT NULL,
    draft   TEXT   NOT NULL
);

-- Passkey ceremonies that have begun, and authenticators that a user has not confirmed yet, for some minutes.
CREATE TABLE account_ceremonies (
    id      TEXT   NOT NULL PRIMARY KEY,
    purpose TEXT   NOT NULL,
    user_id TEXT   NOT NULL,
    expires BIGINT NOT NULL,
    doc     TEXT   NOT NULL
);
