package store

import (
	"context"
	"database/sql"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// Stored returns an entity of any status with its version; nil and "" when there is none. It is for staff: no visitor may
// get what it returns.
func (s *Store) Stored(ctx context.Context, ref content.Ref) (content.Entity, Version, error) {
	var shape, doc string
	const query = "SELECT shape, doc FROM entities WHERE type = ? AND id = ?"
	found, err := s.db.Read().One(ctx, query, []any{string(ref.Type), ref.ID}, &shape, &doc)
	if err != nil {
		return nil, "", s.explain("read "+record.Describe(ref), err)
	}
	if !found {
		return nil, "", nil
	}
	entity, err := record.DecodeEntity(shape, doc)
	return entity, versionOf(doc), err
}

// StoredProperties returns the properties of any status with these ids, in their order, without missing ones.
func (s *Store) StoredProperties(ctx context.Context, ids []int) ([]*content.Property, error) {
	entities, err := s.load(ctx, content.TypeProperty, ids)
	if err != nil {
		return nil, s.explain("load properties", err)
	}
	properties := make([]*content.Property, 0, len(entities))
	for _, entity := range entities {
		if p, ok := entity.(*content.Property); ok {
			properties = append(properties, p)
		}
	}
	return properties, nil
}

// AllProperties calls fn with each property of any status, as of one moment, and returns the number of the last change of
// that moment. An error of fn ends it.
func (s *Store) AllProperties(ctx context.Context, fn func(*content.Property) error) (last uint64, err error) {
	return s.all(ctx, record.ShapeProperty, func(entity content.Entity) error { return fn(entity.(*content.Property)) })
}

// AllDevelopments is AllProperties for developments.
func (s *Store) AllDevelopments(ctx context.Context, fn func(*content.Development) error) error {
	_, err := s.all(ctx, record.ShapeDevelopment, func(entity content.Entity) error { return fn(entity.(*content.Development)) })
	return err
}

func (s *Store) all(ctx context.Context, shape string, fn func(content.Entity) error) (last uint64, err error) {
	const query = "SELECT doc FROM entities WHERE shape = ? ORDER BY id"
	err = s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		if _, err := db.One(ctx, lastChange, nil, &last); err != nil {
			return err
		}
		return db.Each(ctx, query, []any{shape}, func(rows *sql.Rows) error {
			var doc string
			if err := rows.Scan(&doc); err != nil {
				return err
			}
			entity, err := record.DecodeEntity(shape, doc)
			if err != nil {
				return err
			}
			return fn(entity)
		})
	})
	if err != nil {
		return 0, s.explain("read all content of the shape "+shape, err)
	}
	return last, nil
}
