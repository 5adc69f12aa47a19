-- +goose Up

-- node is the name of this file's node in the mirror; mirror_id and mirror_seq are the
-- mirror that was last written and its position.
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Node and id of an enquiry that another node accepted, '' and 0 for one of this node.
-- mirrored is 1 once the enquiry is in the mirror.
ALTER TABLE leads ADD COLUMN origin_node TEXT NOT NULL DEFAULT '';
ALTER TABLE leads ADD COLUMN origin_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE leads ADD COLUMN mirrored INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX leads_origin ON leads (origin_node, origin_id) WHERE origin_node <> '';

-- Enquiries whose copy in the mirror is missing or out of date, deleted ones included.
-- Triggers fill it, so no command can forget it. A row that is removed by its version
-- leaves a later change in place.
CREATE TABLE uncopied (
    version     INTEGER PRIMARY KEY AUTOINCREMENT,
    lead        INTEGER NOT NULL UNIQUE,
    origin_node TEXT    NOT NULL,
    origin_id   INTEGER NOT NULL
);
INSERT INTO uncopied (lead, origin_node, origin_id) SELECT id, '', 0 FROM leads ORDER BY id;

-- +goose StatementBegin
CREATE TRIGGER leads_inserted AFTER INSERT ON leads BEGIN
    DELETE FROM uncopied WHERE lead = new.id;
    INSERT INTO uncopied (lead, origin_node, origin_id) VALUES (new.id, new.origin_node, new.origin_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER leads_updated AFTER UPDATE OF spam ON leads BEGIN
    DELETE FROM uncopied WHERE lead = new.id;
    INSERT INTO uncopied (lead, origin_node, origin_id) VALUES (new.id, new.origin_node, new.origin_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER leads_deleted AFTER DELETE ON leads BEGIN
    DELETE FROM uncopied WHERE lead = old.id;
    INSERT INTO uncopied (lead, origin_node, origin_id) VALUES (old.id, old.origin_node, old.origin_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deliveries_inserted AFTER INSERT ON deliveries BEGIN
    DELETE FROM uncopied WHERE lead = new.lead;
    INSERT INTO uncopied (lead, origin_node, origin_id) SELECT id, origin_node, origin_id FROM leads WHERE id = new.lead;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deliveries_updated AFTER UPDATE ON deliveries BEGIN
    DELETE FROM uncopied WHERE lead = new.lead;
    INSERT INTO uncopied (lead, origin_node, origin_id) SELECT id, origin_node, origin_id FROM leads WHERE id = new.lead;
END;
-- +goose StatementEnd
