-- +goose Up

-- Nothing reads or writes the column since 0.3.0; without a change of the schema an operator can go back to
-- the version before. The next migration may drop it.
ALTER TABLE changes ADD COLUMN stamp BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE changes DROP COLUMN stamp;
