-- +goose Up

-- JSON of what further fields of an enquiry hold: source (system and key of the property),
-- campaign. '' for none.
ALTER TABLE leads ADD COLUMN details TEXT NOT NULL DEFAULT '';
