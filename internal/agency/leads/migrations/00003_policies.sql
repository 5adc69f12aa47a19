-- +goose Up

-- The distinct texts of the privacy policy that visitors agreed to. version is the SHA-256
-- of link, title and text; recorded is the time of the first enquiry with this text.
CREATE TABLE policies (
    version  TEXT    PRIMARY KEY,
    link     TEXT    NOT NULL,
    title    TEXT    NOT NULL,
    text     TEXT    NOT NULL,
    modified INTEGER NOT NULL,
    recorded INTEGER NOT NULL
) WITHOUT ROWID;

-- '' for enquiries before this column.
ALTER TABLE leads ADD COLUMN policy TEXT NOT NULL DEFAULT '';
CREATE INDEX leads_policy ON leads (policy);
