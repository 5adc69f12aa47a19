-- +goose Up

-- One row an enquiry. Times are Unix milliseconds. spam is the reason why
-- an enquiry counts as spam, '' for the others.
CREATE TABLE leads (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    fingerprint TEXT    NOT NULL,
    created     INTEGER NOT NULL,
    lang        TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    page        TEXT    NOT NULL,
    reference   TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    mail        TEXT    NOT NULL,
    phone       TEXT    NOT NULL,
    message     TEXT    NOT NULL,
    consent     INTEGER NOT NULL,
    spam        TEXT    NOT NULL
);
CREATE INDEX leads_fingerprint ON leads (fingerprint, created);
CREATE INDEX leads_created ON leads (created);
CREATE INDEX leads_spam ON leads (id) WHERE spam <> '';

-- One row for every channel that an enquiry goes through.
CREATE TABLE deliveries (
    lead     INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    channel  TEXT    NOT NULL,
    state    TEXT    NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next     INTEGER NOT NULL DEFAULT 0,
    done     INTEGER NOT NULL DEFAULT 0,
    error    TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (lead, channel)
) WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (channel, next) WHERE state = 'waiting';
