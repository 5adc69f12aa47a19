package store

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

// Stamp is the state of an entity without its document.
type Stamp struct {
	ID       int
	Lang     i18n.Lang // "" for what carries all languages
	Status   content.Status
	Modified time.Time
}

// Stamps lists all entities of a type of any status, sorted by id. It reads no
// document.
func (s *Store) Stamps(ctx context.Context, t content.Type) ([]Stamp, error) {
	var stamps []Stamp
	const query = "SELECT id, lang, status, modified_at FROM entities WHERE type = ? ORDER BY id"
	err := s.db.Read().Each(ctx, query, []any{string(t)}, func(rows *sql.Rows) error {
		var stamp Stamp
		var modified int64
		if err := rows.Scan(&stamp.ID, &stamp.Lang, &stamp.Status, &modified); err != nil {
			return err
		}
		stamp.Modified = time.UnixMilli(modified).UTC()
		stamps = append(stamps, stamp)
		return nil
	})
	if err != nil {
		return nil, s.explain("list "+string(t), err)
	}
	return stamps, nil
}

// WithPicture lists at most limit entities that hold a picture of the media library. It
// scans all documents.
func (s *Store) WithPicture(ctx context.Context, picture, limit int) ([]content.Ref, error) {
	var refs []content.Ref
	const query = `SELECT type, id FROM entities WHERE doc LIKE ? AND type <> ? ORDER BY type, id LIMIT ?`
	like := `%{"id":` + strconv.Itoa(picture) + `,"source_url":%`
	err := s.db.Read().Each(ctx, query, []any{like, string(content.TypeAttachment), limit}, func(rows *sql.Rows) error {
		var ref content.Ref
		err := rows.Scan(&ref.Type, &ref.ID)
		refs = append(refs, ref)
		return err
	})
	if err != nil {
		return nil, s.explain("find entities with a picture", err)
	}
	return refs, nil
}

// MediaAt returns the file of the media library with an address, nil if there is none. It scans all files of the library.
func (s *Store) MediaAt(ctx context.Context, address string) (*content.Media, error) {
	coded, err := record.EncodeJSON(address)
	if err != nil {
		return nil, err
	}
	var doc string
	const query = `SELECT doc FROM entities WHERE type = ? AND doc LIKE ? ESCAPE '\' LIMIT 1`
	args := []any{string(content.TypeAttachment), containing(`"source_url":` + coded)}
	found, err := s.db.Read().One(ctx, query, args, &doc)
	switch {
	case err != nil:
		return nil, s.explain("find a file of the media library", err)
	case !found:
		return nil, nil
	}
	entity, err := record.DecodeEntity(record.ShapeMedia, doc)
	m, _ := entity.(*content.Media)
	return m, err
}
