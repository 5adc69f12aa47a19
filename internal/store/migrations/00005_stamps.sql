-- +goose Up

-- Used until 0.3.0; 00007 drops it.
ALTER TABLE changes ADD COLUMN stamp BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE changes DROP COLUMN stamp;
