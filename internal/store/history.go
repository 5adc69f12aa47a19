package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// History returns the prices and states of a property, the oldest first, an empty list for an
// unknown one.
func (s *Store) History(ctx context.Context, ref content.Ref) ([]content.HistoryEntry, error) {
	var entries []content.HistoryEntry
	err := s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		byID, err := historyOf(ctx, db, ref.Type, []int{ref.ID})
		entries = byID[ref.ID]
		return err
	})
	if err != nil {
		return nil, s.explain("read a history", err)
	}
	return entries, nil
}

// historyOf reads the histories of entities of a type, the oldest entry first.
func historyOf(ctx context.Context, db *sqldb.Conn, t content.Type, ids []int) (map[int][]content.HistoryEntry, error) {
	found := map[int][]content.HistoryEntry{}
	list := sqldb.Padded(ids)
	query := "SELECT id, doc FROM history WHERE type = ? AND id IN " + sqldb.Placeholders(len(list)) + " ORDER BY id, at, seq"
	err := db.Each(ctx, query, append([]any{string(t)}, list...), func(rows *sql.Rows) error {
		var id int
		var doc []byte
		if err := rows.Scan(&id, &doc); err != nil {
			return err
		}
		var entry content.HistoryEntry
		if err := json.Unmarshal(doc, &entry); err != nil {
			return fmt.Errorf("decode the history of %s %d: %w", t, id, err)
		}
		found[id] = append(found[id], entry)
		return nil
	})
	return found, err
}

// PutHistory adds an entry to the history of a property. An entry that the history has already is
// not added again. It is no change of content: cached pages show it after the next one.
func (b *Batch) PutHistory(ref content.Ref, entry content.HistoryEntry) error {
	if ref.ID <= 0 || ref.Type == "" || entry.At.IsZero() {
		return record.Invalidf("history of %s %d: it needs a type, an id above 0 and a time", ref.Type, ref.ID)
	}
	known, err := historyOf(b.detached, b.tx.Conn, ref.Type, []int{ref.ID})
	if err != nil {
		return err
	}
	entry.At = entry.At.UTC().Truncate(time.Millisecond)
	if slices.ContainsFunc(known[ref.ID], func(e content.HistoryEntry) bool { return e.At.Equal(entry.At) && e.Same(entry) }) {
		return nil
	}
	row, err := historyRow(ref, len(known[ref.ID])+1, entry)
	if err != nil {
		return err
	}
	b.hasNotes = true
	return b.insert("history", historyColumns, "", [][]any{row})
}

const historyColumns = "(type, id, seq, at, doc)"

func historyRow(ref content.Ref, seq int, entry content.HistoryEntry) ([]any, error) {
	doc, err := record.EncodeJSON(entry)
	if err != nil {
		return nil, fmt.Errorf("history of %s: %w", record.Describe(ref), err)
	}
	return []any{string(ref.Type), ref.ID, seq, entry.At.UnixMilli(), doc}, nil
}

// addHistory adds an entry to the history of each property whose price or state differs from its
// last entry.
func (b *Batch) addHistory(properties []*record.Record) error {
	byType := map[content.Type][]int{}
	for _, r := range properties {
		byType[r.Head.Type] = append(byType[r.Head.Type], r.Head.ID)
	}
	histories := map[content.Type]map[int][]content.HistoryEntry{}
	for t, ids := range byType {
		known, err := historyOf(b.detached, b.tx.Conn, t, ids)
		if err != nil {
			return err
		}
		histories[t] = known
	}
	var rows [][]any
	for _, r := range properties {
		ref := r.Head.Ref()
		entry, known := *r.History, histories[ref.Type][ref.ID]
		entry.At, entry.Learned = entry.At.UTC().Truncate(time.Millisecond), time.Now().UTC().Truncate(time.Millisecond)
		if len(known) > 0 {
			last := known[len(known)-1]
			if last.Same(entry) {
				continue
			}
			if entry.At.Before(last.At) { // the CMS dates changes by the second, or not at all
				entry.At = last.At
			}
		}
		row, err := historyRow(ref, len(known)+1, entry)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	return b.insert("history", historyColumns, "", rows)
}
