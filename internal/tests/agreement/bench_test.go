//go:build unix

package agreement

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"estate/internal/demo"
	"estate/internal/index"
	"estate/internal/search"
	"estate/internal/tests/postgrestest"
)

const (
	besideSQL = 100 // questions that PostgreSQL gets as well
	warming   = 10  // further ones before them, so that its memory holds what it needs
)

// TestSearchBench measures the index on one core and sets PostgreSQL beside it, which
// answers the same: page, total and every count. ESTATE_BENCH_ROWS lists the numbers
// of homes; make bench-search runs it.
func TestSearchBench(t *testing.T) {
	if os.Getenv("ESTATE_BENCH_ROWS") == "" {
		t.Skip("make bench-search runs it: set ESTATE_BENCH_ROWS to numbers of properties")
	}
	runtime.GOMAXPROCS(1)
	var lines []string
	for text := range strings.SplitSeq(os.Getenv("ESTATE_BENCH_ROWS"), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			t.Fatalf("ESTATE_BENCH_ROWS: %v", err)
		}
		t.Run(text, func(t *testing.T) { lines = append(lines, measure(t, n)...) })
	}
	report(t, lines)
}

func generated(n int) iter.Seq[search.Row] {
	return func(yield func(search.Row) bool) {
		for home := range demo.Generate(n, 1) {
			if !yield(home.Row()) {
				return
			}
		}
	}
}

func measure(t *testing.T, n int) []string {
	ix, built, heap := buildIndex(t, n)
	filters := recordedFilters(t)
	ask := func(f search.Filter) {
		if _, err := ix.Search(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range filters[:100] {
		ask(f) // warm
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	took := each(filters, ask)
	runtime.ReadMemStats(&after)
	homes := thousands(n)
	lines := []string{
		fmt.Sprintf("| %s properties, 2,000 filters: page, total, every count | %s | %d allocations, %d KB a query | p99 ≤ 5 ms at 1,000,000 |",
			homes, took, (after.Mallocs-before.Mallocs)/uint64(len(filters)), (after.TotalAlloc-before.TotalAlloc)/uint64(len(filters))>>10),
		fmt.Sprintf("| %s properties: index | %.0f MB | built in %s, properties generated at the same time | ≤ 400 MB at 1,000,000 |", homes, heap, built.Round(10*time.Millisecond)),
	}
	lines = append(lines, measureReferences(t, ix, n, homes)...)
	if postgrestest.Has() {
		lines = append(lines, measureBeside(t, ix, n, homes, filters))
	}
	for _, line := range lines {
		t.Log(line)
	}
	return lines
}

func buildIndex(t *testing.T, n int) (ix *index.Index, built time.Duration, megabytes float64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	ix = index.New(index.Config{Rows: func(context.Context) iter.Seq2[search.Row, error] {
		return func(yield func(search.Row, error) bool) {
			for row := range generated(n) {
				if !yield(row, nil) {
					return
				}
			}
		}
	}})
	began := time.Now()
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	built = time.Since(began)
	runtime.GC()
	runtime.ReadMemStats(&after)
	return ix, built, float64(after.HeapAlloc-before.HeapAlloc) / (1 << 20)
}

// measureReferences looks for parts of references and for misspelt ones.
func measureReferences(t *testing.T, ix *index.Index, n int, homes string) []string {
	r := rand.New(rand.NewPCG(7, 7))
	var all []string
	for row := range generated(min(n, 5000)) {
		all = append(all, row.Reference)
	}
	questions := make([]string, 200)
	for i := range questions {
		questions[i] = all[r.IntN(len(all))]
	}
	part := each(questions, func(reference string) {
		if _, err := ix.Search(t.Context(), search.Filter{Kind: search.KindProperties, Reference: reference}); err != nil {
			t.Fatal(err)
		}
	})
	near := each(questions, func(reference string) {
		at := len(reference) / 2
		misspelt := reference[:at] + "9" + reference[at+1:]
		ix.Near(search.KindProperties, misspelt, 5)
	})
	return []string{
		fmt.Sprintf("| %s properties: part of a reference, with every count | %s | | |", homes, part),
		fmt.Sprintf("| %s properties: references near a misspelt one | %s | compares every reference | |", homes, near),
	}
}

// measureBeside asks PostgreSQL a sample of the filters and compares answers and times.
func measureBeside(t *testing.T, ix *index.Index, n int, homes string, filters []search.Filter) string {
	tables := inPostgres(t, generated(n))
	both := func(f search.Filter) (ours, theirs time.Duration) {
		began := time.Now()
		got, err := ix.Search(t.Context(), f)
		ours = time.Since(began)
		if err != nil {
			t.Fatal(err)
		}
		began = time.Now()
		want, err := tables.ask(t.Context(), f)
		theirs = time.Since(began)
		if err != nil {
			t.Fatal(err)
		}
		if differs := sameAnswer(got, want); differs != "" {
			t.Fatalf("%+v\nindex differs from PostgreSQL: %s", f, differs)
		}
		return ours, theirs
	}
	for _, f := range filters[len(filters)-warming:] {
		both(f)
	}
	var ours, theirs time.Duration
	var ratios []float64
	for i := range besideSQL {
		mine, its := both(filters[i*len(filters)/besideSQL])
		ours, theirs = ours+mine, theirs+its
		ratios = append(ratios, float64(its)/float64(mine))
	}
	slices.Sort(ratios)
	return fmt.Sprintf("| %s properties: %d of these filters, the same results | %s on average | PostgreSQL %s: **%.0f** times as long (median %.0f) | ≥ 50 times at 1,000,000 |",
		homes, besideSQL, short(ours/besideSQL), short(theirs/besideSQL), float64(theirs)/float64(ours), ratios[len(ratios)/2])
}

// timing is how long questions took, by the clock and by the processor: on a machine
// that others use only the second says something of the index.
type timing struct{ clock, cpu []time.Duration }

func each[Q any](questions []Q, ask func(Q)) timing {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := timing{make([]time.Duration, len(questions)), make([]time.Duration, len(questions))}
	for i, question := range questions {
		began, cpu := time.Now(), threadTime()
		ask(question)
		took.clock[i], took.cpu[i] = time.Since(began), threadTime()-cpu
	}
	return took
}

// threadTime is what this thread has used of a processor.
func threadTime() time.Duration {
	var spent unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &spent) // 0 where there is no such clock
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

// report puts the table into its section of the file that ESTATE_BENCH_REPORT names.
func report(t *testing.T, lines []string) {
	file := os.Getenv("ESTATE_BENCH_REPORT")
	if file == "" || t.Failed() {
		return
	}
	load := ""
	if data, err := os.ReadFile("/proc/loadavg"); err == nil {
		load = fmt.Sprintf(" Load average at the end: %s.", strings.Fields(string(data))[0])
	}
	section := fmt.Sprintf("\n## Search\n\nMade by `make bench-search` on %s: one core, %s, 2,000 recorded filters of one to six parts, all orders, first and deep pages\n"+
		"(`internal/tests/agreement/testdata/filters.jsonl`). PostgreSQL has an index for every filter and order, memory for all properties, and may use every core.%s\n\n"+
		"| what | Estate | compared with, in the same run | goal |\n|---|---|---|---|\n%s\n", time.Now().Format(time.DateOnly), runtime.Version(), load, strings.Join(lines, "\n"))
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	before, after := string(text), ""
	if at := strings.Index(before, "\n## Search\n"); at >= 0 {
		before, after = before[:at], before[at+1:]
		if next := strings.Index(after, "\n## "); next >= 0 {
			after = after[next:]
		} else {
			after = ""
		}
	}
	if err := os.WriteFile(file, []byte(before+section+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
