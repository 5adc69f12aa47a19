-- +goose Up

-- Mails that asked for a confirmation which has not come, and searches that were ended, for 90 days. address is a hash of the
-- mailbox, client one of the mailbox with the network of who asked, or 'ended'. at is in Unix milliseconds.
CREATE TABLE alert_asks (
    address TEXT   NOT NULL,
    client  TEXT   NOT NULL,
    at      BIGINT NOT NULL
);
CREATE INDEX alert_asks_address ON alert_asks (address);
CREATE INDEX alert_asks_at ON alert_asks (at);
