package pairing

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite" // the third answer

	"estate/internal/content"
	"estate/internal/content/contenttest"
	"estate/internal/demo"
	"estate/internal/index"
	"estate/internal/search"
	"estate/internal/store"
)

const (
	homesInStore  = 600
	filtersAsked  = 500
	homesChanging = 120
)

// TestIndexScanAndSQLAgree asks one store's homes the same random questions by
// the index, by looking at every row and by SQL: the same ids in the same order,
// the same totals, the same counts. A part of the homes changes between.
func TestIndexScanAndSQLAgree(t *testing.T) {
	for seed := range uint64(2) {
		t.Run(fmt.Sprintf("store %d", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 7))
			homes := slices.Collect(demo.Generate(homesInStore, seed))
			db := open(t, homes)
			ix := index.New(index.Config{Rows: db.Rows, MostChanged: homesInStore})
			if err := ix.Build(t.Context()); err != nil {
				t.Fatal(err)
			}
			db.UseSearcher(ix)
			compare(t, r, db, homes)

			homes = change(t, r, db, ix, homes)
			compare(t, r, db, homes)
		})
	}
}

func open(t *testing.T, homes []*content.Property) *store.Store {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	write(t, db, func(b *store.Batch) error {
		for _, home := range homes {
			if err := b.Put(home); err != nil {
				return err
			}
		}
		return nil
	})
	return db
}

func write(t *testing.T, db *store.Store, batch func(*store.Batch) error) {
	t.Helper()
	if err := db.Write(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

// change takes homes away and gives others new prices, in the store and, by the
// store's own rows, in the index.
func change(t *testing.T, r *rand.Rand, db *store.Store, ix *index.Index, homes []*content.Property) []*content.Property {
	t.Helper()
	homes = slices.Clone(homes)
	r.Shuffle(len(homes), func(i, j int) { homes[i], homes[j] = homes[j], homes[i] })
	gone, changed := homes[:homesChanging/2], homes[homesChanging/2:homesChanging]
	write(t, db, func(b *store.Batch) error {
		for _, home := range gone {
			if err := b.Delete(home.Ref()); err != nil {
				return err
			}
		}
		for i, home := range changed {
			next := *home
			next.Price.Amount, next.Price.OnAsk = 100000+10000*r.IntN(300), false
			next.Bedrooms = r.IntN(9)
			changed[i] = &next
			if err := b.Put(&next); err != nil {
				return err
			}
		}
		return nil
	})
	var ids []int
	for _, home := range changed {
		ids = append(ids, home.ID)
	}
	rows, err := db.RowsByID(t.Context(), search.KindProperties, ids)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[search.Kind][]int{}
	for _, home := range gone {
		taken[search.KindProperties] = append(taken[search.KindProperties], home.ID)
	}
	ix.Apply(index.Changes{Put: rows, Gone: taken})
	return homes[homesChanging/2:]
}

func compare(t *testing.T, r *rand.Rand, db *store.Store, homes []*content.Property) {
	t.Helper()
	entities := make([]content.Entity, len(homes))
	for i, home := range homes {
		entities[i] = home
	}
	scan := contenttest.NewScan(entities)
	tables := inTables(t, scan.Rows)
	found := 0
	for range filtersAsked {
		f := question(r, scan.Rows)
		list, err := db.Properties(t.Context(), "en", f)
		if err != nil {
			t.Fatal(err)
		}
		ids := make([]int, 0, len(list.Items))
		for _, home := range list.Items {
			ids = append(ids, home.ID)
		}
		want, _ := scan.Search(t.Context(), f)
		if !slices.Equal(ids, want.IDs) || list.Total != want.Total || list.TotalPages != want.TotalPages {
			t.Fatalf("%+v\nindex: %v of %d\n scan: %v of %d", f, ids, list.Total, want.IDs, want.Total)
		}
		if diff := cmp.Diff(counted(want.Counts), counted(list.Counts)); diff != "" {
			t.Fatalf("%+v\ncounts (-scan +index):\n%s", f, diff)
		}
		asked, total := tables.ask(t, f)
		if !slices.Equal(ids, asked) || list.Total != total {
			t.Fatalf("%+v\nindex: %v of %d\n  sql: %v of %d", f, ids, list.Total, asked, total)
		}
		if types := tables.types(t, f); !cmp.Equal(types, positive(list.Counts.Types)) {
			t.Fatalf("%+v\ntypes by index %v, by sql %v", f, list.Counts.Types, types)
		}
		found += min(1, list.Total)
	}
	if found < filtersAsked/5 {
		t.Errorf("only %d of %d filters found anything: the questions prove little", found, filtersAsked)
	}
}

// question is a filter of one to six parts, taken from a home that there is, so
// that most questions have an answer.
func question(r *rand.Rand, rows []search.Row) search.Filter {
	row := rows[r.IntN(len(rows))]
	f := search.Filter{
		Kind: search.KindProperties, PerPage: 1 + r.IntN(24), Page: 1 + r.IntN(1+r.IntN(5)),
		Sort: []search.Sort{"", search.SortModified, search.SortPriceHigh, search.SortPriceLow}[r.IntN(4)],
	}
	parts := []func(){
		func() { f.Offers = row.Offers },
		func() { f.Types = append([]int{7}, row.Types...) },
		func() { f.Provinces = []int{row.Province} },
		func() { f.Cities = []int{row.City, rows[r.IntN(len(rows))].City} },
		func() { f.Beds = row.Beds },
		func() { f.Baths = row.Baths },
		func() { f.PriceFrom = search.PriceSteps[r.IntN(len(search.PriceSteps))] },
		func() { f.PriceTo = search.PriceSteps[r.IntN(len(search.PriceSteps))] },
		func() { f.Collections = row.Collections },
		func() { f.IncludeSold = true },
		func() { f.ExcludeIDs = []int{row.ID} },
		func() { f.Reference = strings.ToLower(row.Reference[:min(len(row.Reference), 4+r.IntN(4))]) },
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	for _, part := range parts[:1+r.IntN(6)] {
		part()
	}
	f.Cities = slices.DeleteFunc(f.Cities, func(id int) bool { return id == 0 })
	f.Provinces = slices.DeleteFunc(f.Provinces, func(id int) bool { return id == 0 })
	return f
}

func positive(counts map[int]int) map[int]int {
	kept := map[int]int{}
	for id, n := range counts {
		if n > 0 {
			kept[id] = n
		}
	}
	return kept
}

// counted leaves out options without a home: one side may name them, at zero.
func counted(c *search.Counts) []any {
	if c == nil {
		return nil
	}
	collections := map[string]int{}
	for slug, n := range c.Collections {
		if n > 0 {
			collections[slug] = n
		}
	}
	return []any{
		positive(c.Offers), positive(c.Types), positive(c.Provinces), positive(c.Cities), positive(c.Subareas),
		positive(c.Categories), offered(c.Beds), offered(c.Baths), collections,
	}
}

// offered keeps the steps of rooms that the panel has.
func offered(counts map[int]int) map[int]int {
	kept := positive(counts)
	maps.DeleteFunc(kept, func(rooms, _ int) bool { return rooms > search.MostRooms })
	return kept
}

// tables are the homes as a database would keep them.
type tables struct{ db *sql.DB }

func inTables(t *testing.T, rows []search.Row) tables {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	t.Cleanup(func() { _ = db.Close() })
	exec := func(query string, args ...any) {
		if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TABLE home (id INTEGER PRIMARY KEY, province INT, city INT, beds INT, baths INT,
		price INT, price_to INT, modified INT, sold INT, reference TEXT)`)
	exec(`CREATE TABLE term (home INT, list TEXT, term TEXT, PRIMARY KEY (home, list, term))`)
	exec("BEGIN")
	for _, row := range rows {
		exec("INSERT INTO home VALUES (?,?,?,?,?,?,?,?,?,?)", row.ID, row.Province, row.City, row.Beds, row.Baths,
			row.Price, max(row.Price, row.PriceTo), row.Modified, row.Sold, row.Reference)
		for _, id := range row.Offers {
			exec("INSERT OR IGNORE INTO term VALUES (?, 'offer', ?)", row.ID, id)
		}
		for _, id := range row.Types {
			exec("INSERT OR IGNORE INTO term VALUES (?, 'type', ?)", row.ID, id)
		}
		for _, slug := range row.Collections {
			exec("INSERT OR IGNORE INTO term VALUES (?, 'collection', ?)", row.ID, slug)
		}
	}
	exec("COMMIT")
	return tables{db}
}

// ask answers a filter by SQL: the page and the total.
func (s tables) ask(t *testing.T, f search.Filter) (ids []int, total int) {
	t.Helper()
	where, args := conditions(f)
	if err := s.db.QueryRowContext(t.Context(), "SELECT count(*) FROM home WHERE "+where, args...).Scan(&total); err != nil {
		t.Fatal(err)
	}
	order := "modified DESC, id DESC"
	switch f.Sort {
	case search.SortPriceHigh:
		order = "price = 0, price DESC, " + order
	case search.SortPriceLow:
		order = "price = 0, price, " + order
	}
	query := fmt.Sprintf("SELECT id FROM home WHERE %s ORDER BY %s LIMIT %d OFFSET %d", where, order, f.PerPage, (f.Page-1)*f.PerPage)
	s.each(t, query, args, func(rows *sql.Rows) error {
		var id int
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, total
}

// types counts the homes of each type under the other filters.
func (s tables) types(t *testing.T, f search.Filter) map[int]int {
	t.Helper()
	f.Types = nil
	where, args := conditions(f)
	counts := map[int]int{}
	s.each(t, "SELECT term, count(*) FROM home JOIN term ON home = id AND list = 'type' WHERE "+where+" GROUP BY term", args,
		func(rows *sql.Rows) error {
			var id, n int
			err := rows.Scan(&id, &n)
			counts[id] = n
			return err
		})
	return counts
}

func (s tables) each(t *testing.T, query string, args []any, scan func(*sql.Rows) error) {
	t.Helper()
	rows, err := s.db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func conditions(f search.Filter) (where string, args []any) {
	all := []string{"1"}
	add := func(set bool, condition string, values ...any) {
		if set {
			all, args = append(all, condition), append(args, values...)
		}
	}
	marks := func(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }
	among := func(column string, ids []int) {
		add(len(ids) > 0, column+" IN ("+marks(len(ids))+")", texts(ids)...)
	}
	carries := func(list string, values []any) {
		add(len(values) > 0, "id IN (SELECT home FROM term WHERE list = '"+list+"' AND term IN ("+marks(len(values))+"))", values...)
	}
	among("province", f.Provinces)
	among("city", f.Cities)
	carries("offer", texts(f.Offers))
	carries("type", texts(f.Types))
	collections := make([]any, len(f.Collections))
	for i, slug := range f.Collections {
		collections[i] = slug
	}
	carries("collection", collections)
	add(!f.IncludeSold, "NOT sold")
	add(f.Beds > 0, "beds >= ?", f.Beds)
	add(f.Baths > 0, "baths >= ?", f.Baths)
	add(f.PriceFrom > 0, "price_to >= ?", f.PriceFrom)
	add(f.PriceTo > 0, "price > 0 AND price <= ?", f.PriceTo)
	add(f.Reference != "", "instr(lower(reference), ?) > 0", f.Reference)
	if len(f.ExcludeIDs) > 0 {
		add(true, "id NOT IN ("+marks(len(f.ExcludeIDs))+")", texts(f.ExcludeIDs)...)
	}
	return strings.Join(all, " AND "), args
}

// texts are ids as the terms of a table, which compare with numbers too.
func texts(ids []int) []any {
	values := make([]any, len(ids))
	for i, id := range ids {
		values[i] = id
	}
	return values
}
