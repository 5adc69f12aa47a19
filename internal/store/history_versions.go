package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// ErrChanged reports that an entity is no longer what its writer has read.
var ErrChanged = errors.New("the entity has changed meanwhile")

// Version identifies the document of an entity, "" for none. Equal documents have equal versions.
type Version string

func versionOf(doc string) Version {
	if doc == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(doc))
	return Version(hex.EncodeToString(sum[:12]))
}

// VersionOfDocument is the version of a stored document, "" for none.
func VersionOfDocument(doc string) Version { return versionOf(doc) }

// VersionOf returns the version that an entity has when it is stored as it is.
func VersionOf(entity content.Entity) (Version, error) {
	r, err := record.New(entity)
	if err != nil {
		return "", err
	}
	return versionOf(r.Doc), nil
}

// Writer says who changes content, and by which way. It is kept with what the change replaces.
type Writer struct {
	By  string // the person; "" for a program
	Via string // ViaReplica, "feed:crm", "import:2026-…", "undo"; "" for none of these
}

// ViaReplica is the way of a replica: the CMS keeps the versions.
const ViaReplica = "replica"

// viaFeed begins the way of a feed.
const viaFeed = "feed:"

// ViaFeed is the way of a feed.
func ViaFeed(name string) string { return viaFeed + name }

// Numbers of versions that are kept of an entity, and their age.
const (
	keepVersions     = 50 // from people
	keepFeedVersions = 5
	keepVersionsFor  = 2 * 365 * 24 * time.Hour
)

// SetWriter says who writes the batch.
func (b *Batch) SetWriter(w Writer) { b.writer = w }

// Get returns an entity of any status as the batch sees it, with its version; nil and "" when there
// is none. Terms and authors have none.
func (b *Batch) Get(ref content.Ref) (content.Entity, Version, error) {
	shape, doc, err := b.document(ref)
	if err != nil || doc == "" {
		return nil, "", err
	}
	entity, err := record.DecodeEntity(shape, doc)
	return entity, versionOf(doc), err
}

// document returns the document of an entity as the batch sees it, "" when there is none.
func (b *Batch) document(ref content.Ref) (shape, doc string, err error) {
	if b.isPending[ref] {
		if err := b.flush(); err != nil {
			return "", "", err
		}
	}
	const query = "SELECT shape, doc FROM entities WHERE type = ? AND id = ?"
	_, err = b.tx.One(b.detached, query, []any{string(ref.Type), ref.ID}, &shape, &doc)
	return shape, doc, err
}

// PutIf writes an entity if its stored document has the version that its writer has read, "" for a
// new one, and fails with ErrChanged otherwise.
func (b *Batch) PutIf(entity content.Entity, version Version) error {
	_, current, err := b.document(content.HeadOf(entity).Ref())
	if err != nil {
		return err
	}
	if versionOf(current) != version {
		return ErrChanged
	}
	return b.Put(entity)
}

// keep stores the document that a change replaces, "" where there was none.
func (b *Batch) keep(ref content.Ref, doc string) error {
	if b.writer.Via == ViaReplica || ref.Type == recordInstagram {
		return nil
	}
	now, t := time.Now(), string(ref.Type)
	const put = `INSERT INTO versions (type, id, seq, at, writer, via, doc)
		VALUES (?, ?, (SELECT COALESCE(MAX(seq), 0) + 1 FROM versions WHERE type = ? AND id = ?), ?, ?, ?, ?)`
	if err := b.tx.Exec(b.detached, put, t, ref.ID, t, ref.ID, now.UnixMilli(), b.writer.By, b.writer.Via, doc); err != nil {
		return err
	}
	limit, same := keepVersions, "via NOT LIKE 'feed:%'"
	if strings.HasPrefix(b.writer.Via, viaFeed) {
		limit, same = keepFeedVersions, "via LIKE 'feed:%'"
	}
	prune := `DELETE FROM versions WHERE type = ? AND id = ? AND (at < ? OR ` + same + ` AND seq <=
		(SELECT seq FROM versions WHERE type = ? AND id = ? AND ` + same + ` ORDER BY seq DESC LIMIT 1 OFFSET ?))`
	return b.tx.Exec(b.detached, prune, t, ref.ID, now.Add(-keepVersionsFor).UnixMilli(), t, ref.ID, limit)
}

// IsEdited reports whether anything but a feed or a replica has changed a stored entity. An import that is undone has not.
func (b *Batch) IsEdited(ref content.Ref) (bool, error) {
	var one int
	return b.tx.One(b.detached, `SELECT 1 FROM versions WHERE type = ? AND id = ? AND via NOT LIKE 'feed:%'
		AND via <> 'undo' AND via NOT LIKE 'undone %' AND doc <> '' LIMIT 1`,
		[]any{string(ref.Type), ref.ID}, &one)
}

// Replaced is a document that a change has replaced.
type Replaced struct {
	At     time.Time
	Writer Writer // of the change
	Doc    string // as JSON
}

// Versions lists the documents that changes have replaced, the newest first. A deleted entity has
// its last document among them.
func (s *Store) Versions(ctx context.Context, ref content.Ref) ([]Replaced, error) {
	list, err := versionsOf(ctx, s.db.Read(), ref)
	if err != nil {
		return nil, s.explain("read versions", err)
	}
	return list, nil
}

// Versions is that of the store, as the batch sees it.
func (b *Batch) Versions(ref content.Ref) ([]Replaced, error) {
	return versionsOf(b.detached, b.tx.Conn, ref)
}

func versionsOf(ctx context.Context, db *sqldb.Conn, ref content.Ref) ([]Replaced, error) {
	var list []Replaced
	const query = "SELECT at, writer, via, doc FROM versions WHERE type = ? AND id = ? AND doc <> '' ORDER BY seq DESC"
	err := db.Each(ctx, query, []any{string(ref.Type), ref.ID}, func(rows *sql.Rows) error {
		var at int64
		var r Replaced
		err := rows.Scan(&at, &r.Writer.By, &r.Writer.Via, &r.Doc)
		r.At = time.UnixMilli(at).UTC()
		list = append(list, r)
		return err
	})
	return list, err
}
