package store

import (
	"context"
	"database/sql"
	"fmt"

	"estate/internal/content"
	"estate/internal/store/record"
)

// The note that tells which facts the rows of the homes table have. A store without it
// has those of the first version.
const (
	factsNote    = "facts_version"
	factsVersion = "2" // 2 adds features, sizes and the public position
	factsChunk   = 500 // rows of one batch
)

// updateFacts rewrites the facts of a store that an older program wrote. Interrupted, it
// starts again at the next Open.
func (s *Store) updateFacts(ctx context.Context) error {
	if s.db.ReadOnly() {
		return nil
	}
	version, err := s.Note(ctx, factsNote)
	if err != nil || version == factsVersion {
		return err
	}
	for _, kind := range []content.Type{content.TypeProperty, content.TypeDevelopment} {
		for last := -1; ; {
			facts, next, err := s.currentFacts(ctx, kind, last)
			if err != nil {
				return fmt.Errorf("update the search facts: %w", err)
			}
			if len(facts) == 0 {
				break
			}
			last = next
			if err := s.writeFacts(ctx, kind, facts, ""); err != nil {
				return fmt.Errorf("update the search facts: %w", err)
			}
		}
	}
	return s.writeFacts(ctx, content.TypeProperty, nil, factsVersion)
}

// currentFacts encodes the facts of the next published entities of a kind after an id.
func (s *Store) currentFacts(ctx context.Context, kind content.Type, after int) (facts map[int]string, last int, err error) {
	facts = map[int]string{}
	const query = "SELECT id, shape, doc FROM entities WHERE type = ? AND id > ? AND status = 'publish' ORDER BY id LIMIT ?"
	err = s.db.Read().Each(ctx, query, []any{string(kind), after, factsChunk}, func(rows *sql.Rows) error {
		var shape, doc string
		if err := rows.Scan(&last, &shape, &doc); err != nil {
			return err
		}
		entity, err := record.DecodeEntity(shape, doc)
		if err != nil {
			return fmt.Errorf("%s %d: %w", kind, last, err)
		}
		switch e := entity.(type) {
		case *content.Property:
			row := e.Row()
			facts[last] = record.EncodeFacts(&row)
		case *content.Development:
			row := e.Row()
			facts[last] = record.EncodeFacts(&row)
		default:
			facts[last] = ""
		}
		return nil
	})
	return facts, last, err
}

// writeFacts stores the facts of a chunk, and the version once all chunks are stored.
func (s *Store) writeFacts(ctx context.Context, kind content.Type, facts map[int]string, version string) error {
	return s.Write(ctx, func(b *Batch) error {
		for id, text := range facts {
			if text == "" {
				continue
			}
			if err := b.tx.Exec(b.detached, "UPDATE homes SET facts = ? WHERE kind = ? AND id = ?", text, string(kind), id); err != nil {
				return err
			}
			// Nodes that run meanwhile read the row again.
			b.changed(ChangeEntity, content.Ref{Type: kind, ID: id}, OpPut)
		}
		b.hasNotes = true // commit although no content changed
		if version == "" {
			return nil
		}
		return b.PutNote(factsNote, version)
	})
}
