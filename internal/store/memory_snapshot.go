package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// snapshot holds in memory what is small and needed by every page: terms, authors,
// settings, redirects and the Instagram feed. It is immutable: a commit that changes
// one of them replaces the snapshot.
type snapshot struct {
	terms     map[string][]*content.Term // by taxonomy, in the order they were added
	termByID  map[content.Ref]*content.Term
	authors   []*content.Author // by id
	settings  map[i18n.Lang]*content.Settings
	instagram []content.InstagramPost
	redirects map[string]content.RedirectPair // by folded old link
}

// snapshotParts names the parts of a snapshot that must be read again.
type snapshotParts int

const (
	partTerms snapshotParts = 1 << iota
	partAuthors
	partRecords
	partRedirects
	allParts = partTerms | partAuthors | partRecords | partRedirects
)

const (
	recordSettings  = "settings"
	recordInstagram = "instagram"
)

// loadSnapshot reads the named parts and copies the others from old.
func loadSnapshot(ctx context.Context, db *sqldb.Conn, old *snapshot, parts snapshotParts) (*snapshot, error) {
	next := &snapshot{}
	if old != nil {
		*next = *old
	}
	for _, load := range []struct {
		part snapshotParts
		name string
		read func(context.Context, *sqldb.Conn) error
	}{
		{partTerms, "terms", next.loadTerms},
		{partAuthors, "authors", next.loadAuthors},
		{partRecords, "settings", next.loadRecords},
		{partRedirects, "redirects", next.loadRedirects},
	} {
		if parts&load.part == 0 {
			continue
		}
		if err := load.read(ctx, db); err != nil {
			return nil, fmt.Errorf("read %s: %w", load.name, err)
		}
	}
	return next, nil
}

func (s *snapshot) loadTerms(ctx context.Context, db *sqldb.Conn) error {
	counts, err := countPosts(ctx, db)
	if err != nil {
		return err
	}
	s.terms, s.termByID = map[string][]*content.Term{}, map[content.Ref]*content.Term{}
	return eachDoc(ctx, db, "SELECT doc FROM terms ORDER BY taxonomy, position, id", func(doc []byte) error {
		term := &content.Term{}
		if err := json.Unmarshal(doc, term); err != nil {
			return err
		}
		if term.Taxonomy == string(record.TypeCategory) || term.Taxonomy == string(record.TypeTag) {
			term.Count = counts[term.Ref()]
		}
		s.terms[term.Taxonomy] = append(s.terms[term.Taxonomy], term)
		s.termByID[term.Ref()] = term
		return nil
	})
}

// countPosts counts the published posts of every category and tag.
func countPosts(ctx context.Context, db *sqldb.Conn) (map[content.Ref]int, error) {
	counts := map[content.Ref]int{}
	const query = `SELECT t.taxonomy, t.term, COUNT(*) FROM entity_terms t
		JOIN entities e ON e.type = t.type AND e.id = t.id
		WHERE e.status = 'publish' GROUP BY t.taxonomy, t.term`
	err := db.Each(ctx, query, nil, func(rows *sql.Rows) error {
		var ref content.Ref
		var n int
		err := rows.Scan(&ref.Type, &ref.ID, &n)
		counts[ref] = n
		return err
	})
	return counts, err
}

func (s *snapshot) loadAuthors(ctx context.Context, db *sqldb.Conn) error {
	s.authors = nil
	return eachDoc(ctx, db, "SELECT doc FROM authors ORDER BY id", func(doc []byte) error {
		author := &content.Author{}
		s.authors = append(s.authors, author)
		return json.Unmarshal(doc, author)
	})
}

func (s *snapshot) loadRecords(ctx context.Context, db *sqldb.Conn) error {
	s.settings, s.instagram = map[i18n.Lang]*content.Settings{}, nil
	return db.Each(ctx, "SELECT name, lang, doc FROM records", nil, func(rows *sql.Rows) error {
		var name, lang string
		var doc []byte
		if err := rows.Scan(&name, &lang, &doc); err != nil {
			return err
		}
		if name == recordInstagram {
			return json.Unmarshal(doc, &s.instagram)
		}
		settings := &content.Settings{}
		s.settings[i18n.Lang(lang)] = settings
		return json.Unmarshal(doc, settings)
	})
}

func (s *snapshot) loadRedirects(ctx context.Context, db *sqldb.Conn) error {
	s.redirects = map[string]content.RedirectPair{}
	return eachDoc(ctx, db, "SELECT doc FROM redirects", func(doc []byte) error {
		var pair content.RedirectPair
		err := json.Unmarshal(doc, &pair)
		s.redirects[record.FoldLink(pair.From)] = pair
		return err
	})
}

func eachDoc(ctx context.Context, db *sqldb.Conn, query string, read func(doc []byte) error) error {
	return db.Each(ctx, query, nil, func(rows *sql.Rows) error {
		var doc []byte
		if err := rows.Scan(&doc); err != nil {
			return err
		}
		return read(doc)
	})
}

// author returns an author by id, nil when there is none.
func (s *snapshot) author(id int) *content.Author {
	at, found := slices.BinarySearchFunc(s.authors, id, func(a *content.Author, id int) int { return cmp.Compare(a.ID, id) })
	if !found {
		return nil
	}
	return s.authors[at]
}

// termsIn lists the terms of a taxonomy that exist in lang.
func (s *snapshot) termsIn(lang i18n.Lang, taxonomy string) []*content.Term {
	all := s.terms[taxonomy]
	mine := make([]*content.Term, 0, len(all))
	for _, term := range all {
		if term.Lang == "" || term.Lang == lang {
			mine = append(mine, term)
		}
	}
	return mine
}

// redirectPairs lists the stored pairs by old link.
func (s *snapshot) redirectPairs() []content.RedirectPair {
	pairs := make([]content.RedirectPair, 0, len(s.redirects))
	for _, link := range slices.Sorted(maps.Keys(s.redirects)) {
		pairs = append(pairs, s.redirects[link])
	}
	return pairs
}
