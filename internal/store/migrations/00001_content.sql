-- +goose Up

-- One row an entity of a post type. doc is the whole entity as JSON; the other
-- columns are copies for look-ups. slug is lower-case and unescaped, title and
-- words are folded text (no case, no accents), times are Unix milliseconds.
CREATE TABLE entities (
    type         TEXT   NOT NULL,
    id           BIGINT NOT NULL,
    shape        TEXT   NOT NULL,
    lang         TEXT   NOT NULL,
    slug         TEXT   NOT NULL,
    link         TEXT   NOT NULL,
    status       TEXT   NOT NULL,
    published_at BIGINT NOT NULL,
    modified_at  BIGINT NOT NULL,
    author       BIGINT NOT NULL,
    parent       BIGINT NOT NULL,
    title        TEXT   NOT NULL,
    words        TEXT   NOT NULL,
    doc          TEXT   NOT NULL,
    PRIMARY KEY (type, id)
);
CREATE INDEX entities_slug ON entities (slug, type);
CREATE INDEX entities_archive ON entities (type, lang, status, published_at, id);

-- Slugs of entities that carry all languages and are spelled otherwise in one.
CREATE TABLE entity_slugs (
    slug TEXT   NOT NULL,
    type TEXT   NOT NULL,
    lang TEXT   NOT NULL,
    id   BIGINT NOT NULL,
    PRIMARY KEY (slug, type, lang, id)
);
CREATE INDEX entity_slugs_entity ON entity_slugs (type, id);

-- Categories and tags of posts.
CREATE TABLE entity_terms (
    taxonomy TEXT   NOT NULL,
    term     BIGINT NOT NULL,
    type     TEXT   NOT NULL,
    id       BIGINT NOT NULL,
    PRIMARY KEY (taxonomy, term, type, id)
);
CREATE INDEX entity_terms_entity ON entity_terms (type, id);

-- What the search index keeps of each published home and development (rowcode.go).
CREATE TABLE homes (
    kind      TEXT   NOT NULL,
    id        BIGINT NOT NULL,
    reference TEXT   NOT NULL,
    facts     TEXT   NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX homes_reference ON homes (reference, kind, id);

CREATE TABLE terms (
    taxonomy TEXT   NOT NULL,
    id       BIGINT NOT NULL,
    position BIGINT NOT NULL,
    doc      TEXT   NOT NULL,
    PRIMARY KEY (taxonomy, id)
);

CREATE TABLE authors (
    id  BIGINT NOT NULL PRIMARY KEY,
    doc TEXT   NOT NULL
);

-- Single documents: settings per language, the Instagram feed.
CREATE TABLE records (
    name TEXT NOT NULL,
    lang TEXT NOT NULL,
    doc  TEXT NOT NULL,
    PRIMARY KEY (name, lang)
);

CREATE TABLE redirects (
    link TEXT NOT NULL PRIMARY KEY,
    doc  TEXT NOT NULL
);

CREATE TABLE revisions (
    type TEXT   NOT NULL,
    id   BIGINT NOT NULL,
    doc  TEXT   NOT NULL,
    PRIMARY KEY (type, id)
);

-- Links of content that was published once and is deleted.
CREATE TABLE withdrawn (
    link TEXT   NOT NULL PRIMARY KEY,
    type TEXT   NOT NULL,
    id   BIGINT NOT NULL
);

CREATE TABLE changes (
    seq  BIGINT NOT NULL PRIMARY KEY,
    kind TEXT   NOT NULL,
    type TEXT   NOT NULL,
    id   BIGINT NOT NULL,
    op   TEXT   NOT NULL
);

-- The last number given to a change. Taking numbers from one row keeps them in
-- the order of commits, also where several nodes write.
CREATE TABLE counters (
    name  TEXT   NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('change', 0);

-- +goose Down
DROP TABLE counters;
DROP TABLE changes;
DROP TABLE withdrawn;
DROP TABLE revisions;
DROP TABLE redirects;
DROP TABLE records;
DROP TABLE authors;
DROP TABLE terms;
DROP TABLE homes;
DROP TABLE entity_terms;
DROP TABLE entity_slugs;
DROP TABLE entities;
