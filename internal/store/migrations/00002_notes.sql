-- +goose Up

-- What a process must remember about the content without it being content: how
-- far a replica has come, what failed. Notes are no changes.
CREATE TABLE notes (
    name TEXT NOT NULL PRIMARY KEY,
    doc  TEXT NOT NULL
);

-- +goose Down
DROP TABLE notes;
