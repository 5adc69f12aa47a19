package agreement

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the third implementation

	"estate/internal/content/search"
)

// tables is a SQL schema of the properties, in SQLite or PostgreSQL.
type tables struct {
	db *sql.DB
	// arrays: lists are array columns; otherwise they are rows of a table.
	arrays bool
}

// list is a list of options: its column, and how a filter is cleared of it for its counts.
type list struct {
	column string
	many   bool // a property has several
	clear  func(*search.Filter)
	counts func(*search.Counts) map[int]int
	// texts are the counts of options with slugs in place of ids.
	texts func(*search.Counts) map[string]int
}

var lists = []list{
	{"offers", true, func(f *search.Filter) { f.Offers = nil }, func(c *search.Counts) map[int]int { return c.Offers }, nil},
	{"types", true, func(f *search.Filter) { f.Types = nil }, func(c *search.Counts) map[int]int { return c.Types }, nil},
	{"categories", true, func(f *search.Filter) { f.Categories = nil }, func(c *search.Counts) map[int]int { return c.Categories }, nil},
	{"province", false, clearLocation, func(c *search.Counts) map[int]int { return c.Provinces }, nil},
	{"city", false, clearLocation, func(c *search.Counts) map[int]int { return c.Cities }, nil},
	{"subarea", false, clearLocation, func(c *search.Counts) map[int]int { return c.Subareas }, nil},
	{"beds", false, func(f *search.Filter) { f.Beds = 0 }, func(c *search.Counts) map[int]int { return c.Beds }, nil},
	{"baths", false, func(f *search.Filter) { f.Baths = 0 }, func(c *search.Counts) map[int]int { return c.Baths }, nil},
	{"collections", true, func(f *search.Filter) { f.Collections = nil }, nil, func(c *search.Counts) map[string]int { return c.Collections }},
	{"features", true, func(*search.Filter) {}, nil, func(c *search.Counts) map[string]int { return c.Features }},
}

// clearLocation clears all levels: a chosen location replaces the one before on any level.
func clearLocation(f *search.Filter) { f.Provinces, f.Cities, f.Subareas = nil, nil, nil }

// search returns the result of a filter by SQL: the page, the total, and the count of every option
// with the other filters kept.
func (s tables) search(ctx context.Context, f search.Filter) (search.Result, error) {
	where, args := s.conditions(f)
	result := search.Result{Counts: &search.Counts{
		Offers: map[int]int{}, Types: map[int]int{}, Categories: map[int]int{}, Provinces: map[int]int{}, Cities: map[int]int{},
		Subareas: map[int]int{}, Beds: map[int]int{}, Baths: map[int]int{}, Collections: map[string]int{}, Features: map[string]int{},
	}}
	if err := s.db.QueryRowContext(ctx, s.numbered("SELECT count(*) FROM property WHERE "+where), args...).Scan(&result.Total); err != nil {
		return result, err
	}
	perPage := f.PerPage
	if perPage <= 0 {
		perPage = search.PerPage
	}
	result.TotalPages = (result.Total + perPage - 1) / perPage
	query := fmt.Sprintf("SELECT id FROM property WHERE %s ORDER BY %s LIMIT %d OFFSET %d", where, order(f.Sort), perPage, (max(f.Page, 1)-1)*perPage)
	err := s.each(ctx, query, args, func(rows *sql.Rows) error {
		var id int
		err := rows.Scan(&id)
		result.IDs = append(result.IDs, id)
		return err
	})
	if err != nil {
		return result, err
	}
	for _, l := range lists {
		if err := s.count(ctx, f, l, result.Counts); err != nil {
			return result, fmt.Errorf("count %s: %w", l.column, err)
		}
	}
	if !f.IncludeSold {
		if err := s.countSold(ctx, f, result.Counts); err != nil {
			return result, fmt.Errorf("count the category Sold: %w", err)
		}
	}
	cumulate(result.Counts.Beds)
	cumulate(result.Counts.Baths)
	return result, nil
}

func order(sort search.Sort) string {
	switch sort {
	case search.SortPriceHigh:
		return "price = 0, price DESC, modified DESC, id DESC"
	case search.SortPriceLow:
		return "price = 0, price, modified DESC, id DESC"
	}
	return "modified DESC, id DESC"
}

// count sets the counts of one list.
func (s tables) count(ctx context.Context, f search.Filter, l list, counts *search.Counts) error {
	l.clear(&f)
	where, args := s.conditions(f)
	query := "SELECT " + l.column + ", count(*) FROM property WHERE " + where + " GROUP BY 1"
	switch {
	case l.many && s.arrays:
		query = "SELECT unnest(" + l.column + "), count(*) FROM property WHERE " + where + " GROUP BY 1"
	case l.many:
		query = "SELECT term, count(*) FROM property JOIN term ON property = id AND list = '" + l.column + "' WHERE " + where + " GROUP BY 1"
	}
	return s.each(ctx, query, args, func(rows *sql.Rows) error {
		var option sql.NullString
		var n int
		if err := rows.Scan(&option, &n); err != nil || !option.Valid {
			return err
		}
		if l.texts != nil {
			l.texts(counts)[option.String] = n
			return nil
		}
		id, err := strconv.Atoi(option.String)
		if id != 0 {
			l.counts(counts)[id] += n
		}
		return err
	})
}

// countSold sets the count of the category Sold, which finds sold properties too.
func (s tables) countSold(ctx context.Context, f search.Filter, counts *search.Counts) error {
	f.Categories = []int{f.SoldID()}
	where, args := s.conditions(f)
	var n int
	err := s.db.QueryRowContext(ctx, s.numbered("SELECT count(*) FROM property WHERE "+where), args...).Scan(&n)
	delete(counts.Categories, f.SoldID())
	if n > 0 {
		counts.Categories[f.SoldID()] = n
	}
	return err
}

// cumulate turns counts of "n rooms" into counts of "at least n rooms".
func cumulate(counts map[int]int) {
	highest := 0
	for n := range counts {
		highest = max(highest, n)
	}
	for n := highest - 1; n > 0; n-- {
		counts[n] += counts[n+1]
	}
}

func (s tables) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := s.db.QueryContext(ctx, s.numbered(query), args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// numbered replaces the placeholders by those of PostgreSQL.
func (s tables) numbered(query string) string {
	if !s.arrays {
		return query
	}
	parts := strings.Split(query, "?")
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			fmt.Fprintf(&b, "$%d", i)
		}
		b.WriteString(part)
	}
	return b.String()
}

func (s tables) conditions(f search.Filter) (where string, args []any) {
	all := []string{"1 = 1"}
	add := func(set bool, condition string, values ...any) {
		if set {
			all, args = append(all, condition), append(args, values...)
		}
	}
	placeholders := func(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }
	var places []string
	var placed []any
	for column, ids := range map[string][]int{"province": f.Provinces, "city": f.Cities, "subarea": f.Subareas} {
		if len(ids) > 0 {
			places, placed = append(places, column+" IN ("+placeholders(len(ids))+")"), append(placed, values(ids)...)
		}
	}
	add(len(places) > 0, "("+strings.Join(places, " OR ")+")", placed...)
	if s.arrays {
		add(len(f.Offers) > 0, "offers && ?", f.Offers)
		add(len(f.Types) > 0, "types && ?", f.Types)
		add(len(f.Categories) > 0, "categories && ?", f.Categories)
		add(len(f.Collections) > 0, "collections && ?", f.Collections)
	} else {
		hasTerm := func(list string, values []any) {
			add(len(values) > 0, "id IN (SELECT property FROM term WHERE list = '"+list+"' AND term IN ("+placeholders(len(values))+"))", values...)
		}
		hasTerm("offers", values(f.Offers))
		hasTerm("types", values(f.Types))
		hasTerm("categories", values(f.Categories))
		hasTerm("collections", values(f.Collections))
	}
	for _, slug := range f.Features {
		if s.arrays {
			add(true, "features @> ?", []string{slug})
		} else {
			add(true, "id IN (SELECT property FROM term WHERE list = 'features' AND term = ?)", slug)
		}
	}
	for column, size := range map[string]search.Range{"built": f.Built, "plot": f.Plot, "terrace": f.Terrace} {
		add(size != search.Range{}, column+" > 0")
		add(size.From > 0, column+" >= ?", size.From)
		add(size.To > 0, column+" <= ?", size.To)
	}
	add(!f.FindsSold(), "NOT sold")
	add(f.Beds > 0, "beds >= ?", f.Beds)
	add(f.Baths > 0, "baths >= ?", f.Baths)
	add(f.PriceFrom > 0, "price_to >= ?", f.PriceFrom)
	add(f.PriceTo > 0, "price > 0 AND price <= ?", f.PriceTo)
	add(f.Reference != "", "lower(reference) LIKE ?", "%"+strings.ToLower(f.Reference)+"%")
	if len(f.ExcludeIDs) > 0 {
		add(true, "id NOT IN ("+placeholders(len(f.ExcludeIDs))+")", values(f.ExcludeIDs)...)
	}
	return strings.Join(all, " AND "), args
}

func values[E any](list []E) []any {
	all := make([]any, len(list))
	for i, one := range list {
		all[i] = one
	}
	return all
}

// inSQLite stores rows in SQLite.
func inSQLite(t *testing.T, rows []search.Row) tables {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1) // each connection would have its own database
	t.Cleanup(func() { _ = db.Close() })
	exec := func(query string, args ...any) {
		if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TABLE property (id INTEGER PRIMARY KEY, province INT, city INT, subarea INT, beds INT, baths INT,
		price INT, price_to INT, modified INT, sold INT, reference TEXT, built INT, plot INT, terrace INT)`)
	exec(`CREATE TABLE term (property INT, list TEXT, term TEXT, PRIMARY KEY (list, term, property))`)
	exec("BEGIN")
	for _, row := range rows {
		exec("INSERT INTO property VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", row.ID, row.Province, row.City, row.Subarea, row.Beds, row.Baths,
			row.Price, max(row.Price, row.PriceTo), row.Modified, row.Sold, row.Reference,
			row.Built, row.Plot, row.Terrace)
		for column, terms := range map[string][]any{
			"offers": values(row.Offers), "types": values(row.Types), "categories": values(row.Categories), "collections": values(row.Collections),
			"features": values(row.Features),
		} {
			for _, term := range terms {
				exec("INSERT OR IGNORE INTO term VALUES (?, ?, ?)", row.ID, column, term)
			}
		}
	}
	exec("COMMIT")
	exec("CREATE INDEX term_property ON term (property, list)")
	return tables{db: db}
}

// differenceOf describes the first difference of two results, "" when they are equal.
func differenceOf(got, want search.Result) string {
	switch {
	case got.Total != want.Total || got.TotalPages != want.TotalPages:
		return fmt.Sprintf("total %d on %d pages, want %d on %d", got.Total, got.TotalPages, want.Total, want.TotalPages)
	case !slices.Equal(got.IDs, want.IDs):
		return fmt.Sprintf("page %v, want %v", got.IDs, want.IDs)
	}
	return differingCounts(got.Counts, want.Counts)
}
