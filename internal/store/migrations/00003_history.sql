-- +goose Up

-- Public price and state of properties over time: rows are added and never changed. at is in
-- Unix milliseconds, doc is the entry as JSON.
CREATE TABLE history (
    type TEXT   NOT NULL,
    id   BIGINT NOT NULL,
    seq  BIGINT NOT NULL,
    at   BIGINT NOT NULL,
    doc  TEXT   NOT NULL,
    PRIMARY KEY (type, id, seq)
);

-- +goose Down
DROP TABLE history;
