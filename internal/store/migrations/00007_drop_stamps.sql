-- +goose Up
ALTER TABLE changes DROP COLUMN stamp;

-- +goose Down
ALTER TABLE changes ADD COLUMN stamp BIGINT NOT NULL DEFAULT 0;
