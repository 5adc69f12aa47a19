-- +goose Up

-- seq is the number of the last write, which also serialises writers; id tells this mirror
-- from another one.
CREATE TABLE enquiry_mirror (
    name  TEXT   NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO enquiry_mirror (name, value) VALUES ('seq', 0);

-- Nodes that run, with the number of their last beat.
CREATE TABLE enquiry_nodes (
    node TEXT   NOT NULL PRIMARY KEY,
    beat BIGINT NOT NULL
);

CREATE TABLE enquiry_policies (
    version TEXT NOT NULL PRIMARY KEY,
    doc     TEXT NOT NULL
);

-- One row an enquiry of any node. node and id are those that accepted it; owner delivers it
-- and numbers it owner_id. held is 1 when it is on the owner's disk. moved is 1 once it had
-- another owner. deleted is the time of a deletion in Unix milliseconds, 0 before; the row
-- of a deleted enquiry has no personal data. writer and seq belong to the last write.
CREATE TABLE enquiry_copies (
    node        TEXT   NOT NULL,
    id          BIGINT NOT NULL,
    owner       TEXT   NOT NULL,
    owner_id    BIGINT NOT NULL,
    created     BIGINT NOT NULL,
    fingerprint TEXT   NOT NULL,
    spam        BIGINT NOT NULL,
    policy      TEXT   NOT NULL,
    held        BIGINT NOT NULL,
    moved       BIGINT NOT NULL,
    deleted     BIGINT NOT NULL,
    writer      TEXT   NOT NULL,
    seq         BIGINT NOT NULL,
    doc         TEXT   NOT NULL,
    PRIMARY KEY (node, id)
);
CREATE INDEX enquiry_copies_seq ON enquiry_copies (seq);
CREATE INDEX enquiry_copies_fingerprint ON enquiry_copies (fingerprint, created);
CREATE INDEX enquiry_copies_created ON enquiry_copies (created);
CREATE INDEX enquiry_copies_owner ON enquiry_copies (owner, owner_id);

-- +goose Down
DROP TABLE enquiry_copies;
DROP TABLE enquiry_policies;
DROP TABLE enquiry_nodes;
DROP TABLE enquiry_mirror;
