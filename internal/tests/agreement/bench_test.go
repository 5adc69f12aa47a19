//go:build unix

package agreement

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"estate/internal/agency/demo"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/find/sentence"
	"estate/internal/tests/postgrestest"
	"estate/internal/tests/repository"
)

const (
	postgresFilters = 100 // filters that PostgreSQL answers too
	warmupFilters   = 10  // further filters before them, to fill its cache
)

// TestSearchBench measures the index on one core and compares it with PostgreSQL, which
// must return the same page, total and counts. ESTATE_BENCH_ROWS lists the numbers of
// properties; make bench-search runs it.
func TestSearchBench(t *testing.T) {
	if os.Getenv("ESTATE_BENCH_ROWS") == "" {
		t.Skip("make bench-search runs it: set ESTATE_BENCH_ROWS to numbers of properties")
	}
	runtime.GOMAXPROCS(1)
	for text := range strings.SplitSeq(os.Getenv("ESTATE_BENCH_ROWS"), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			t.Fatalf("ESTATE_BENCH_ROWS: %v", err)
		}
		t.Run(text, func(t *testing.T) { measure(t, n) })
	}
	measureSavedSearches(t)
}

func generated(n int) iter.Seq[search.Row] {
	return func(yield func(search.Row) bool) {
		for property := range demo.Generate(n, 1) {
			if !yield(property.Row()) {
				return
			}
		}
	}
}

func measure(t *testing.T, n int) {
	ix, built, heap := buildIndex(t, n)
	filters := recordedFilters(t)
	run := func(f search.Filter) {
		if _, err := ix.Search(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range filters[:100] {
		run(f) // warm-up
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	took := each(filters, run)
	runtime.ReadMemStats(&after)
	properties := thousands(n)
	lines := []string{
		fmt.Sprintf("| %s properties, 2,000 filters: page, total, every count | %s | %d allocations, %d KB a query | p99 ≤ 5 ms at 1,000,000 |",
			properties, took, (after.Mallocs-before.Mallocs)/uint64(len(filters)), (after.TotalAlloc-before.TotalAlloc)/uint64(len(filters))>>10),
		fmt.Sprintf("| %s properties: index | %.0f MB | built in %s, properties generated at the same time | ≤ 400 MB at 1,000,000 |", properties, heap, built.Round(10*time.Millisecond)),
	}
	lines = append(lines, measureReferences(t, ix, n, properties)...)
	lines = append(lines, measureMap(t, ix, filters, properties)...)
	lines = append(lines, measureSentences(t, ix, properties)...)
	if postgrestest.Has() {
		lines = append(lines, comparePostgres(t, ix, n, properties, filters))
	}
	for _, line := range lines {
		t.Log(line)
	}
}

func buildIndex(t *testing.T, n int) (ix *index.Index, built time.Duration, megabytes float64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	ix = index.New(index.Config{Rows: source(generated(n))})
	started := time.Now()
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	built = time.Since(started)
	runtime.GC()
	runtime.ReadMemStats(&after)
	return ix, built, float64(after.HeapAlloc-before.HeapAlloc) / (1 << 20)
}

// measureMap measures searches within a drawn area, alone and with other filters, and the
// cells of windows of all sizes, with other filters and without.
func measureMap(t *testing.T, ix *index.Index, filters []search.Filter, properties string) []string {
	r := rand.New(rand.NewPCG(9, 9))
	areas := make([]search.Filter, 500)
	for i := range areas {
		areas[i] = search.Filter{Kind: search.KindProperties}
		if i%2 > 0 {
			areas[i] = filters[i]
		}
		areas[i].Area = randomArea(r, 3+r.IntN(12))
	}
	area := each(areas, func(f search.Filter) {
		if _, err := ix.Search(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	})
	cells := 0
	windows := each(areas, func(f search.Filter) {
		f.Area = nil
		centre, zoom := randomPoint(r), 8+r.Float64()*9
		width := 360 * 1200 / 512 / math.Exp2(zoom) // a map of 1200 px
		window := search.Box{South: centre.Lat - width*0.3, West: centre.Lng - width/2, North: centre.Lat + width*0.3, East: centre.Lng + width/2}
		if zoom < 9 {
			window = search.Box{} // the first window of a search
		}
		found, err := ix.Map(t.Context(), f, window, zoom)
		if err != nil {
			t.Fatal(err)
		}
		cells = max(cells, len(found.Cells))
	})
	return []string{
		fmt.Sprintf("| %s properties, 500 drawn areas: page, total, every count | %s | | p99 ≤ 8 ms at 1,000,000 |", properties, area),
		fmt.Sprintf("| %s properties, 500 windows of the map | %s | at most %d cells | p99 ≤ 10 ms at 1,000,000 |", properties, windows, cells),
	}
}

// measureReferences measures searches by part of a reference and by a misspelt one.
func measureReferences(t *testing.T, ix *index.Index, n int, properties string) []string {
	r := rand.New(rand.NewPCG(7, 7))
	var all []string
	for row := range generated(min(n, 5000)) {
		all = append(all, row.Reference)
	}
	references := make([]string, 200)
	for i := range references {
		references[i] = all[r.IntN(len(all))]
	}
	part := each(references, func(reference string) {
		if _, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties, Reference: reference}); err != nil {
			t.Fatal(err)
		}
	})
	near := each(misspelt(references), func(reference string) { ix.Near(search.KindProperties, reference, 5) })
	return []string{
		fmt.Sprintf("| %s properties: part of a reference, with every count | %s | | |", properties, part),
		fmt.Sprintf("| %s properties: references near a misspelt one | %s | one or two errors, or unlike any | p99 ≤ 5 ms at 1,000,000 |", properties, near),
	}
}

// measureSentences measures the parser with the sentences of package sentence, and suggestions
// for them as far as a visitor has typed them, and for references. The time of suggestions
// includes the parser and every count.
func measureSentences(t *testing.T, ix *index.Index, properties string) []string {
	parser, sentences := sentenceParser(t, ix), readSentences(t)
	parse := func(s sentenceText) { parser.Parse(s.Lang, s.Text) }
	texts := make([]sentenceText, len(sentences))
	for i, s := range sentences { // as if typed up to two thirds
		letters := []rune(s.Text)
		texts[i] = sentenceText{s.Lang, string(letters[:max(2, len(letters)*2/3)])}
	}
	for row := range generated(100) {
		texts = append(texts, sentenceText{i18n.Fallback, row.Reference[:5]})
	}
	suggest := func(s sentenceText) int { return len(parser.Suggest(s.Lang, s.Text, ix)) }
	for i := range 100 { // warm-up
		parse(sentences[i])
		suggest(texts[i])
	}
	parsed := each(sentences, parse)
	found := 0
	took := each(texts, func(s sentenceText) { found += min(1, suggest(s)) })
	return []string{
		fmt.Sprintf("| %s properties: %d sentences parsed | %s | | p99 ≤ 2 ms at 1,000,000 |", properties, len(sentences), parsed),
		fmt.Sprintf("| %s properties: suggestions for %d lines, with their counts | %s | %d lines have suggestions | p99 ≤ 2 ms at 1,000,000 |", properties, len(texts), took, found),
	}
}

// measureSavedSearches measures the comparison of a changed property with 100,000 saved searches.
func measureSavedSearches(t *testing.T) {
	const saved = 100_000
	set, rows := savedSet(saved)
	match := func(row search.Row) int {
		ids, _ := set.Matching(&row)
		return len(ids)
	}
	for _, row := range rows[:100] {
		match(row) // warm-up
	}
	matches := 0
	took := each(rows, func(row search.Row) { matches += match(row) })
	line := fmt.Sprintf("| a changed property compared with %s saved searches | %s | on average %s of them find it | p99 ≤ 10 ms |", thousands(saved), took, thousands(matches/len(rows)))
	t.Log(line)
}

// sentenceText is a sentence of package sentence, or the beginning of one.
type sentenceText struct {
	Lang i18n.Lang `json:"lang"`
	Text string    `json:"q"`
}

// readSentences reads the table of package sentence.
func readSentences(t *testing.T) []sentenceText {
	raw, err := os.ReadFile(repository.Path("internal", "find", "sentence", "testdata", "sentences.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table []sentenceText
	if err := json.Unmarshal(raw, &table); err != nil {
		t.Fatal(err)
	}
	return table
}

// sentenceParser knows the content of the demo agency and the names of the index.
func sentenceParser(t *testing.T, ix *index.Index) *sentence.Parser {
	agency, err := demo.Agency()
	if err != nil {
		t.Fatal(err)
	}
	var lists search.Lists
	target := map[string]*[]search.Option{
		search.KeyOffer: &lists.Offers, search.KeyType: &lists.Types, search.KeyLocation: &lists.Locations, "collections": &lists.Collections,
	}
	for _, term := range agency.Terms {
		if list := target[term.Taxonomy]; list != nil {
			*list = append(*list, search.Option{ID: term.ID, Slug: term.Slug, Name: term.Name, Parent: term.Parent})
		}
	}
	parser, err := sentence.New(sentence.Config{Catalog: search.NewCatalog(lists), Features: search.Features(), Names: ix.Names(search.KindProperties)})
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// misspelt returns references with one error, with two errors and, a tenth, unlike any other.
func misspelt(references []string) []string {
	changed := make([]string, len(references))
	for i, reference := range references {
		at := len(reference) / 2
		switch {
		case i%10 == 9:
			changed[i] = "QX" + reference[at:] + reference[:at]
		case i%3 == 0:
			changed[i] = reference[:at] + "o" + reference[at+1:]
		case i%3 == 1:
			changed[i] = reference[:at] + "xx" + reference[at:]
		default:
			changed[i] = reference[:at] + reference[at+1:] // most likely the reference of another property
		}
	}
	return changed
}

// comparePostgres compares results and times of a sample of the filters.
func comparePostgres(t *testing.T, ix *index.Index, n int, properties string, filters []search.Filter) string {
	tables := inPostgres(t, generated(n))
	both := func(f search.Filter) (ours, theirs time.Duration) {
		started := time.Now()
		got, err := ix.Search(t.Context(), f)
		ours = time.Since(started)
		if err != nil {
			t.Fatal(err)
		}
		started = time.Now()
		want, err := tables.search(t.Context(), f)
		theirs = time.Since(started)
		if err != nil {
			t.Fatal(err)
		}
		if diff := differenceOf(got, want); diff != "" {
			t.Fatalf("%+v\nindex differs from PostgreSQL: %s", f, diff)
		}
		return ours, theirs
	}
	for _, f := range filters[len(filters)-warmupFilters:] {
		both(f)
	}
	var ours, theirs time.Duration
	var ratios []float64
	for i := range postgresFilters {
		our, their := both(filters[i*len(filters)/postgresFilters])
		ours, theirs = ours+our, theirs+their
		ratios = append(ratios, float64(their)/float64(our))
	}
	slices.Sort(ratios)
	return fmt.Sprintf("| %s properties: %d of these filters, the same results | %s on average | PostgreSQL %s: **%.0f** times as long (median %.0f) | ≥ 50 times at 1,000,000 |",
		properties, postgresFilters, short(ours/postgresFilters), short(theirs/postgresFilters), float64(theirs)/float64(ours), ratios[len(ratios)/2])
}

// timing has the wall-clock and the CPU time of each call. Only the CPU time is meaningful
// on a shared machine.
type timing struct{ clock, cpu []time.Duration }

func each[Q any](inputs []Q, call func(Q)) timing {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := timing{make([]time.Duration, len(inputs)), make([]time.Duration, len(inputs))}
	for i, input := range inputs {
		started, cpu := time.Now(), threadTime()
		call(input)
		took.clock[i], took.cpu[i] = time.Since(started), threadTime()-cpu
	}
	return took
}

// threadTime returns the CPU time of this thread.
func threadTime() time.Duration {
	var spent unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &spent) // 0 without such a clock
	return time.Duration(spent.Nano())
}

func (t timing) String() string {
	slices.Sort(t.clock)
	slices.Sort(t.cpu)
	at := func(list []time.Duration, percent int) string { return short(list[len(list)*percent/100]) }
	return fmt.Sprintf("p50 %s, p99 %s (processor %s and %s)", at(t.clock, 50), at(t.clock, 99), at(t.cpu, 50), at(t.cpu, 99))
}

func short(d time.Duration) string {
	if d < time.Millisecond {
		return fmt.Sprintf("%d µs", d.Microseconds())
	}
	return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000)
}

func thousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
