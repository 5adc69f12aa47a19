-- +goose Up

-- A random number of the batch that wrote the line. The same sequence number has another
-- stamp in a store that was restored from a backup and then changed.
ALTER TABLE changes ADD COLUMN stamp BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE changes DROP COLUMN stamp;
