-- +goose Up

-- The document of an entity before each change, and who changed it. at is in Unix milliseconds; writer
-- is a person, "" for a program; via is the way of the change, such as "feed:crm".
CREATE TABLE versions (
    type   TEXT   NOT NULL,
    id     BIGINT NOT NULL,
    seq    BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    writer TEXT   NOT NULL,
    via    TEXT   NOT NULL,
    doc    TEXT   NOT NULL,
    PRIMARY KEY (type, id, seq)
);

-- +goose Down
DROP TABLE versions;
