package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/store/record"
)

// The text index has the words of every published entity (migrations/00004_texts.sql). A store
// that an older program filled gets it in the background: a note has the progress, and text
// searches read all texts until the note says that the index is complete.
const (
	textsNote    = "text_index"
	textsVersion = "1"
	textsChunk   = 500 // entities of one batch
	textsRetry   = time.Minute
)

// maxTextID bounds the ids that fit in a row number of the text index.
const maxTextID = 1<<textIDBits - 1

const textIDBits = 40

// textRow returns the row number of an entity in the text index.
func (b *Batch) textRow(ref content.Ref) (int64, error) {
	number, known := b.textTypes[ref.Type]
	if !known {
		const find, add = "SELECT number FROM text_types WHERE type = ?",
			"INSERT INTO text_types (type, number) VALUES (?, (SELECT COALESCE(MAX(number), 0) + 1 FROM text_types)) RETURNING number"
		found, err := b.tx.One(b.detached, find, []any{string(ref.Type)}, &number)
		if err == nil && !found {
			_, err = b.tx.One(b.detached, add, []any{string(ref.Type)}, &number)
		}
		if err != nil {
			return 0, err
		}
		b.textTypes[ref.Type] = number
	}
	return number<<textIDBits | int64(ref.ID), nil
}

// deleteText deletes the words of an entity from the text index.
func (b *Batch) deleteText(ref content.Ref) error {
	row, err := b.textRow(ref)
	if err != nil || ref.ID > maxTextID {
		return err
	}
	return b.tx.Exec(b.detached, "DELETE FROM entity_texts WHERE rowid = ?", row)
}

// putTexts adds the words of entities that have no row in the text index.
func (b *Batch) putTexts(texts []indexedText) error {
	rows := make([][]any, 0, len(texts))
	for _, text := range texts {
		row, err := b.textRow(text.ref)
		if err != nil {
			return err
		}
		if text.ref.ID <= maxTextID {
			rows = append(rows, []any{row, b.tx.TextDocument(record.SplitWords(text.words))})
		}
	}
	return b.insert("entity_texts", "(rowid, words)", "", rows)
}

// indexedText is the folded text of a published entity.
type indexedText struct {
	ref   content.Ref
	words string
}

// textProgress is the note about the text index: complete, or the last entity that was read.
type textProgress struct {
	complete bool
	last     content.Ref
}

func parseTextProgress(note string) textProgress {
	version, rest, _ := strings.Cut(note, " ")
	if version != textsVersion {
		return textProgress{}
	}
	id, kind, isPartial := strings.Cut(rest, " ")
	n, err := strconv.Atoi(id)
	if !isPartial || err != nil {
		return textProgress{complete: rest == ""}
	}
	return textProgress{last: content.Ref{Type: content.Type(kind), ID: n}}
}

func (p textProgress) String() string {
	if p.complete {
		return textsVersion
	}
	return fmt.Sprintf("%s %d %s", textsVersion, p.last.ID, p.last.Type)
}

// startTextIndex completes the text index: at once where a batch is enough, else in the
// background.
func (s *Store) startTextIndex(ctx context.Context) error {
	note, err := s.Note(ctx, textsNote)
	if err != nil {
		return err
	}
	if parseTextProgress(note).complete {
		s.textsComplete.Store(true)
		return nil
	}
	if s.db.ReadOnly() {
		return nil
	}
	if !s.db.OnServer() || s.generation.Load() == 0 {
		if err := s.indexTexts(ctx); err != nil {
			return fmt.Errorf("make the text index: %w", err)
		}
	}
	if s.textsComplete.Load() {
		return nil
	}
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.stopTexts = cancel
	s.background.Go(func() { s.completeTextIndex(background) })
	return nil
}

// completeTextIndex indexes the texts that are left. Several nodes share the work.
func (s *Store) completeTextIndex(ctx context.Context) {
	begin := time.Now()
	s.cfg.Log.Info("the text index is made, text searches are slow until it is complete", "store", s.db.Name())
	for !s.textsComplete.Load() {
		if err := s.indexTexts(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Log.Warn("the text index could not be continued, it is tried again", "store", s.db.Name(), "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(textsRetry):
			}
		}
		if ctx.Err() != nil {
			return
		}
	}
	s.cfg.Log.Info("the text index is complete", "store", s.db.Name(), "took", time.Since(begin).Round(time.Millisecond))
}

// indexTexts indexes the next texts in one batch, with the note of the progress.
func (s *Store) indexTexts(ctx context.Context) error {
	var progress textProgress
	err := s.Write(ctx, func(b *Batch) error {
		var note string
		if _, err := b.tx.One(b.detached, findNote, []any{textsNote}, &note); err != nil {
			return err
		}
		if progress = parseTextProgress(note); progress.complete {
			return nil
		}
		const query = "SELECT type, id, words, status FROM entities WHERE (type, id) > (?, ?) ORDER BY type, id LIMIT ?"
		var texts []indexedText
		read := 0
		err := b.tx.Each(b.detached, query, []any{string(progress.last.Type), progress.last.ID, textsChunk}, func(rows *sql.Rows) error {
			var text indexedText
			var status content.Status
			if err := rows.Scan(&text.ref.Type, &text.ref.ID, &text.words, &status); err != nil {
				return err
			}
			if status == content.StatusPublish {
				texts = append(texts, text)
			}
			progress.last = text.ref
			read++
			return nil
		})
		if err != nil {
			return err
		}
		for _, text := range texts { // a batch of content may have indexed it
			if err := b.deleteText(text.ref); err != nil {
				return err
			}
		}
		if err := b.putTexts(texts); err != nil {
			return err
		}
		progress.complete = read < textsChunk
		return b.PutNote(textsNote, progress.String())
	})
	if err == nil && progress.complete {
		s.textsComplete.Store(true)
	}
	return err
}
