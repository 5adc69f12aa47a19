package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"net/url"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// Properties returns one page of the properties that pass f, as the searcher finds them.
func (s *Store) Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	return listing[*content.Property](ctx, s, lang, search.KindProperties, f)
}

// Developments returns one page of the developments that pass f.
func (s *Store) Developments(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Development], error) {
	return listing[*content.Development](ctx, s, lang, search.KindDevelopments, f)
}

var errNoSearcher = errors.New("the store has no searcher; call UseSearcher before it serves")

func listing[E content.Entity](
	ctx context.Context, s *Store, lang i18n.Lang, kind search.Kind, f search.Filter,
) (*content.Listing[E], error) {
	searcher := s.searcher.Load()
	if searcher == nil {
		return nil, errNoSearcher
	}
	f.Kind = kind
	if f.Text != "" {
		var err error
		if f, err = s.withText(ctx, lang, f); err != nil {
			return nil, s.explain("search "+string(kind), err)
		}
	}
	result, err := (*searcher).Search(ctx, f)
	if err != nil {
		return nil, err
	}
	entities, err := s.load(ctx, content.Type(kind), result.IDs)
	if err != nil {
		return nil, s.explain("load "+string(kind), err)
	}
	list := &content.Listing[E]{
		Items: make([]E, 0, len(entities)),
		Total: result.Total, TotalPages: result.TotalPages, Counts: result.Counts,
	}
	for _, entity := range entities {
		// The searcher may be behind: an entity that is no longer published is left out.
		if item, ok := entity.(E); ok && content.HeadOf(entity).Status == content.StatusPublish {
			list.Items = append(list.Items, item)
		}
	}
	return list, nil
}

// Map returns the properties or developments that pass f as cells of a window of the map. It
// is empty when the searcher is no content.MapSearcher.
func (s *Store) Map(ctx context.Context, lang i18n.Lang, f search.Filter, window search.Box, zoom float64) (search.MapCells, error) {
	searcher := s.searcher.Load()
	if searcher == nil {
		return search.MapCells{}, errNoSearcher
	}
	maps, ok := (*searcher).(content.MapSearcher)
	if !ok {
		return search.MapCells{}, nil
	}
	if f.Text != "" {
		var err error
		if f, err = s.withText(ctx, lang, f); err != nil {
			return search.MapCells{}, s.explain("map of "+string(f.Kind), err)
		}
	}
	return maps.Map(ctx, f, window, zoom)
}

// maxTextHits bounds the entities that a search text finds; the newest are kept.
const maxTextHits = 5000

// noID is the id of no entity: a list of it alone finds nothing.
const noID = -1

// withText replaces the search text of a filter by the ids that it finds.
func (s *Store) withText(ctx context.Context, lang i18n.Lang, f search.Filter) (search.Filter, error) {
	text := url.QueryEscape(f.Text)
	query := newArchiveQuery(s, lang, content.ArchiveQuery{Endpoint: string(f.Kind), Search: &text, Include: f.IDs})
	where, args := query.where()
	ids, err := s.ids(ctx, "SELECT e.id FROM entities e WHERE "+where+" ORDER BY e.modified_at DESC, e.id DESC LIMIT ?",
		append(args, maxTextHits))
	if err != nil {
		return f, err
	}
	if len(f.IDs) > 0 && f.Sort == "" {
		ids = inOrder(f.IDs, ids)
	} else {
		f.Sort = cmp.Or(f.Sort, search.SortModified)
	}
	if len(ids) == 0 {
		ids = []int{noID}
	}
	f.IDs, f.Text = ids, ""
	return f, nil
}

// PublishedProperties calls fn with each published property, sorted by id. An error of fn ends it.
func (s *Store) PublishedProperties(ctx context.Context, fn func(*content.Property) error) error {
	const query = "SELECT doc FROM entities WHERE shape = ? AND status = ? ORDER BY id"
	err := s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		return db.Each(ctx, query, []any{record.ShapeProperty, string(content.StatusPublish)}, func(rows *sql.Rows) error {
			var doc string
			if err := rows.Scan(&doc); err != nil {
				return err
			}
			entity, err := record.DecodeEntity(record.ShapeProperty, doc)
			if err != nil {
				return err
			}
			return fn(entity.(*content.Property))
		})
	})
	if err != nil {
		return s.explain("read all properties", err)
	}
	return nil
}
