-- +goose Up

-- Saved searches. address is mail in lower case. query is the query of the results in normal
-- form, without its order. Times are Unix milliseconds: confirmed is 0 before the confirmation,
-- asked that of the last mail that asks for it, active that of the last click in a mail, mailed
-- that of the last mail with homes. version is the number of the last change of the row.
CREATE TABLE alerts (
    token     TEXT   NOT NULL PRIMARY KEY,
    mail      TEXT   NOT NULL,
    address   TEXT   NOT NULL,
    lang      TEXT   NOT NULL,
    kind      TEXT   NOT NULL,
    query     TEXT   NOT NULL,
    daily     BIGINT NOT NULL,
    policy    TEXT   NOT NULL,
    created   BIGINT NOT NULL,
    asked     BIGINT NOT NULL,
    confirmed BIGINT NOT NULL,
    active    BIGINT NOT NULL,
    mailed    BIGINT NOT NULL,
    version   BIGINT NOT NULL
);
CREATE UNIQUE INDEX alerts_search ON alerts (address, kind, query);
CREATE INDEX alerts_version ON alerts (version);

-- Homes that passed a saved search. entry is 0 for a new home, else the number of the reduced
-- price in its history. mail is the mail that tells of it, '' before there is one.
CREATE TABLE alert_matches (
    token TEXT   NOT NULL,
    home  BIGINT NOT NULL,
    entry BIGINT NOT NULL,
    found BIGINT NOT NULL,
    mail  TEXT   NOT NULL,
    PRIMARY KEY (token, home, entry)
);
CREATE INDEX alert_matches_mail ON alert_matches (mail);

-- Mails that are to be sent; a sent one is deleted. ask is 1 for a mail that asks for the
-- confirmation. attempts is written before each attempt.
CREATE TABLE alert_mails (
    id       TEXT   NOT NULL PRIMARY KEY,
    token    TEXT   NOT NULL,
    ask      BIGINT NOT NULL,
    created  BIGINT NOT NULL,
    due      BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    error    TEXT   NOT NULL
);
CREATE INDEX alert_mails_due ON alert_mails (due);
CREATE INDEX alert_mails_token ON alert_mails (token);

-- change is the last change of the content that was compared, version that of the saved searches.
CREATE TABLE alert_state (
    name  TEXT   NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO alert_state (name, value) VALUES ('change', -1);
INSERT INTO alert_state (name, value) VALUES ('version', 0);
