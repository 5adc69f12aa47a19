-- +goose Up

-- What people have changed in the studio, and by which way; changes is JSON. at is in Unix milliseconds, user_id and
-- by_name are the person's id and name of that moment. A row is never changed.
CREATE TABLE audit_log (
    seq     BIGINT NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL,
    user_id TEXT   NOT NULL,
    by_name TEXT   NOT NULL,
    via     TEXT   NOT NULL,
    action  TEXT   NOT NULL,
    type    TEXT   NOT NULL,
    id      BIGINT NOT NULL,
    name    TEXT   NOT NULL,
    changes TEXT   NOT NULL
);
CREATE INDEX audit_log_entity ON audit_log (type, id, seq);

-- The answers of calls by their keys, so that a call that is repeated gets the first one.
CREATE TABLE answers (
    name    TEXT   NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL,
    request TEXT   NOT NULL,
    doc     TEXT   NOT NULL
);
CREATE INDEX answers_at ON answers (at);

-- +goose Down
DROP TABLE answers;
DROP TABLE audit_log;
