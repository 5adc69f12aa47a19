-- +goose Up
CREATE TABLE entity_texts (
    rowid BIGINT   NOT NULL PRIMARY KEY,
    words TSVECTOR NOT NULL
);
CREATE INDEX entity_texts_words ON entity_texts USING gin (words);

CREATE TABLE text_types (
    type   TEXT   NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);

-- +goose Down
DROP TABLE text_types;
DROP TABLE entity_texts;
