-- +goose Up

-- When a person marked the enquiry as answered, in Unix milliseconds; 0 for none.
ALTER TABLE leads ADD COLUMN answered INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER leads_updated;
-- +goose StatementBegin
CREATE TRIGGER leads_updated AFTER UPDATE OF spam, answered ON leads BEGIN
    DELETE FROM uncopied WHERE lead = new.id;
    INSERT INTO uncopied (lead, origin_node, origin_id) VALUES (new.id, new.origin_node, new.origin_id);
END;
-- +goose StatementEnd
