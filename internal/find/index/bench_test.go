package index

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"estate/internal/content/search"
)

// benchRows is the number of generated homes: ESTATE_BENCH_ROWS, else 100,000.
func benchRows() int {
	if n, err := strconv.Atoi(os.Getenv("ESTATE_BENCH_ROWS")); err == nil {
		return n
	}
	return 100_000
}

// manyRows spreads properties over the default option lists (specification §9).
func manyRows(n int) func(context.Context) iter.Seq2[search.Row, error] {
	return func(context.Context) iter.Seq2[search.Row, error] {
		return func(yield func(search.Row, error) bool) {
			r := rand.New(rand.NewPCG(1, 2))
			types := []int{7, 7, 7, 15, 15, 81, 100, 45, 96, 158, 74}
			for id := 1; id <= n; id++ {
				place := r.IntN(40)
				row := search.Row{
					ID: id, Kind: search.KindProperties,
					Offers: []int{[]int{3, 3, 3, 10, 12}[r.IntN(5)]}, Types: []int{types[r.IntN(len(types))]},
					Province: 600 + place%7, City: 700 + place, Subarea: 800 + place*2 + r.IntN(2),
					Beds: r.IntN(9), Baths: r.IntN(8), Price: 80000 + 1000*int(r.ExpFloat64()*900),
					Modified: int64(r.IntN(90_000_000)), Sold: r.IntN(12) == 0,
					Reference: fmt.Sprintf("ZRE%dP", 10000+id), Collections: collectionNames[:r.IntN(3)],
				}
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

// mixedFilters are 1 to 6 filters, all sorts, first and deep pages.
func mixedFilters(n int) []search.Filter {
	r := rand.New(rand.NewPCG(3, 4))
	filters := make([]search.Filter, n)
	for i := range filters {
		f := search.Filter{Kind: search.KindProperties, Sort: search.Sorts[r.IntN(3)], Page: 1}
		for range 1 + r.IntN(6) {
			switch r.IntN(7) {
			case 0:
				f.Offers = []int{[]int{3, 10, 12}[r.IntN(3)]}
			case 1:
				f.Types = []int{[]int{7, 15, 81}[r.IntN(3)]}
			case 2:
				f.Cities = []int{700 + r.IntN(40)}
			case 3:
				f.Beds = 1 + r.IntN(6)
			case 4:
				f.PriceFrom = search.PriceSteps[r.IntN(30)]
			case 5:
				f.PriceTo = search.PriceSteps[20+r.IntN(30)]
			case 6:
				f.Baths = 1 + r.IntN(5)
			}
		}
		if f.PriceTo > 0 && f.PriceTo < f.PriceFrom {
			f.PriceTo = 0
		}
		if r.IntN(4) == 0 {
			f.Page = 1 + r.IntN(400)
		}
		filters[i] = f
	}
	return filters
}

func BenchmarkSearch(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	ix := New(Config{Rows: manyRows(benchRows())})
	start := time.Now()
	if err := ix.Build(b.Context()); err != nil {
		b.Fatal(err)
	}
	built := time.Since(start)
	runtime.GC()
	runtime.ReadMemStats(&after)

	filters := mixedFilters(2000)
	took := make([]time.Duration, 0, b.N)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		if _, err := ix.Search(b.Context(), filters[i%len(filters)]); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
	b.ReportMetric(built.Seconds(), "build-s")
}

// BenchmarkNear looks for references that nobody has.
func BenchmarkNear(b *testing.B) {
	ix := New(Config{Rows: manyRows(benchRows())})
	if err := ix.Build(b.Context()); err != nil {
		b.Fatal(err)
	}
	for name, wanted := range map[string]string{"misspelt": "ZREO1234P", "unlike any": "ZRQ123X9", "beginning": "zre1"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ix.Near(search.KindProperties, wanted, 5)
				ix.References(search.KindProperties, wanted, 5)
			}
		})
	}
}
