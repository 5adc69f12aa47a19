-- +goose Up

-- The viewing that an enquiry of kind viewing requests, as JSON; '' for the others.
ALTER TABLE leads ADD COLUMN viewing TEXT NOT NULL DEFAULT '';
