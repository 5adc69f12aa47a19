-- +goose Up

-- Changes of an entity that people have typed and not published, one row an entity. changes is JSON, words are the folded
-- texts by which lists find it, user_id and by_name are of its last writer. at is in Unix milliseconds.
CREATE TABLE drafts (
    type    TEXT   NOT NULL,
    id      BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    user_id TEXT   NOT NULL,
    by_name TEXT   NOT NULL,
    words   TEXT   NOT NULL,
    changes TEXT   NOT NULL,
    PRIMARY KEY (type, id)
);

-- +goose Down
DROP TABLE drafts;
