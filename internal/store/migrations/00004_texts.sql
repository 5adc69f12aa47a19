-- +goose Up

-- The words of published entities, for text searches. A row has the number
-- text_types.number * 2^40 + id. Batches keep it equal to entities; the rows of a
-- store of an older program are added in the background (textindex.go).
CREATE VIRTUAL TABLE entity_texts USING fts5(words, content='', contentless_delete=1, tokenize='ascii');

CREATE TABLE text_types (
    type   TEXT   NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);

-- +goose Down
DROP TABLE text_types;
DROP TABLE entity_texts;
