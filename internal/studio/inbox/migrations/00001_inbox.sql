-- +goose Up

-- What the office does about an enquiry. node and lead are its key on all nodes. state is '' (new, or answered by its own
-- mark), open, answered or closed. viewing is the start of the confirmed viewing, 0 for none, viewing_sequence the number of
-- its changes (RFC 5545). Times are Unix milliseconds. version is the number of the last change of the row.
CREATE TABLE inbox_handling (
    node             TEXT   NOT NULL,
    lead             BIGINT NOT NULL,
    state            TEXT   NOT NULL,
    assignee         TEXT   NOT NULL,
    note             TEXT   NOT NULL,
    viewing          BIGINT NOT NULL,
    viewing_minutes  BIGINT NOT NULL,
    viewing_sequence BIGINT NOT NULL,
    changed          BIGINT NOT NULL,
    changed_by       TEXT   NOT NULL,
    version          BIGINT NOT NULL,
    PRIMARY KEY (node, lead)
);
CREATE INDEX inbox_handling_version ON inbox_handling (version);

-- Answers of the office. request is the user and the key of the call, so that a repeated call answers once. name and mail
-- are those of the person who answers. viewing is the start of a viewing that the answer confirms, 0 for none.
CREATE TABLE inbox_answers (
    id               TEXT   NOT NULL PRIMARY KEY,
    node             TEXT   NOT NULL,
    lead             BIGINT NOT NULL,
    request          TEXT   NOT NULL,
    name             TEXT   NOT NULL,
    mail             TEXT   NOT NULL,
    lang             TEXT   NOT NULL,
    created          BIGINT NOT NULL,
    subject          TEXT   NOT NULL,
    message          TEXT   NOT NULL,
    viewing          BIGINT NOT NULL,
    viewing_minutes  BIGINT NOT NULL,
    viewing_sequence BIGINT NOT NULL
);
CREATE UNIQUE INDEX inbox_answers_request ON inbox_answers (node, lead, request);

-- The mails of an answer: recipient is visitor or sender. attempts and due are written before each attempt.
CREATE TABLE inbox_mails (
    answer    TEXT   NOT NULL,
    recipient TEXT   NOT NULL,
    state     TEXT   NOT NULL,
    attempts  BIGINT NOT NULL,
    due       BIGINT NOT NULL,
    error     TEXT   NOT NULL,
    PRIMARY KEY (answer, recipient)
);
CREATE INDEX inbox_mails_due ON inbox_mails (state, due);

-- version is that of inbox_handling.
CREATE TABLE inbox_state (
    name  TEXT   NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO inbox_state (name, value) VALUES ('version', 0);
