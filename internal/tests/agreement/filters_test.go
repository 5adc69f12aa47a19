package agreement

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content/search"
)

var update = flag.Bool("update", false, "record the filters again")

const (
	recordedFile = "testdata/filters.jsonl"
	recordedSets = 2000
)

// recorded is a filter as a line of JSON, without empty fields.
type recorded struct {
	Kind        search.Kind `json:"-"`
	Offers      []int       `json:"offers,omitempty"`
	Types       []int       `json:"types,omitempty"`
	Provinces   []int       `json:"provinces,omitempty"`
	Cities      []int       `json:"cities,omitempty"`
	Subareas    []int       `json:"subareas,omitempty"`
	Categories  []int       `json:"categories,omitempty"`
	Beds        int         `json:"beds,omitempty"`
	Baths       int         `json:"baths,omitempty"`
	PriceFrom   int         `json:"price_from,omitempty"`
	PriceTo     int         `json:"price_to,omitempty"`
	Collections []string    `json:"collections,omitempty"`
	Features    []string    `json:"features,omitempty"`

	Built, Plot, Terrace search.Range   `json:"-"`
	Area                 []search.Ring  `json:"-"`
	Near                 search.Near    `json:"-"`
	Map                  search.MapView `json:"-"`

	Reference   string `json:"reference,omitempty"`
	Text        string `json:"-"` // the source searches, not the searcher
	CitySlug    string `json:"-"`
	IDs         []int  `json:"ids,omitempty"`
	ExcludeIDs  []int  `json:"exclude,omitempty"`
	IncludeSold bool   `json:"sold,omitempty"`

	SoldCategory int `json:"-"`

	Sort    search.Sort `json:"sort,omitempty"`
	Rank    search.Rank `json:"-"`
	Page    int         `json:"page,omitempty"`
	PerPage int         `json:"-"`
}

// recordedFilters returns 2,000 filters of one to six parts, in every order, with first and
// deep pages. go test -run TestRecordedFilters -update writes them.
func recordedFilters(t testing.TB) []search.Filter {
	t.Helper()
	data, err := os.ReadFile(recordedFile)
	if err != nil {
		t.Fatal(err)
	}
	var filters []search.Filter
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var r recorded
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", recordedFile, err)
		}
		f := search.Filter(r)
		f.Kind = search.KindProperties
		filters = append(filters, f)
	}
	return filters
}

func record(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 11))
	var rows []search.Row
	for property := range demo.Generate(5000, seed) {
		rows = append(rows, property.Row())
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	for range recordedSets {
		f := recordedFilter(r, rows[r.IntN(len(rows))])
		if err := encoder.Encode(recorded(f)); err != nil {
			panic(err) // plain values always encode
		}
	}
	return b.Bytes()
}

// recordedFilter returns a filter with parts of an existing property.
func recordedFilter(r *rand.Rand, row search.Row) search.Filter {
	f := search.Filter{Sort: search.Sorts[r.IntN(len(search.Sorts))]}
	parts := []func(){
		func() { f.Offers = row.Offers },
		func() { f.Types = row.Types },
		func() { f.Types = append([]int{7, 15}, row.Types...) },
		func() { f.Provinces = []int{row.Province} },
		func() { f.Cities = []int{row.City} },
		func() { f.Subareas = []int{row.Subarea} },
		func() { f.Beds = 1 + r.IntN(search.MaxRooms) },
		func() { f.Baths = 1 + r.IntN(search.MaxRooms) },
		func() { f.PriceFrom = search.PriceSteps[r.IntN(len(search.PriceSteps)/2)] },
		func() { f.PriceTo = search.PriceSteps[len(search.PriceSteps)/4+r.IntN(len(search.PriceSteps)*3/4)] },
		func() { f.Collections = row.Collections },
		func() { f.IncludeSold = true },
		func() {
			if r.IntN(8) == 0 { // rarely: a complete reference leads to its property without a search
				f.Reference = row.Reference[:min(len(row.Reference), 5)]
			}
		},
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	for _, part := range parts[:1+r.IntN(6)] {
		part()
	}
	for _, ids := range []*[]int{&f.Provinces, &f.Cities, &f.Subareas} {
		if len(*ids) == 1 && (*ids)[0] == 0 {
			*ids = nil
		}
	}
	if f.PriceTo > 0 && f.PriceTo < f.PriceFrom {
		f.PriceTo = 0
	}
	if r.IntN(4) == 0 {
		f.Page = 2 + r.IntN(400)
	}
	return f
}

// TestRecordedFilters checks that the file has a realistic mix of filters. Measurements of
// different days use the same file.
func TestRecordedFilters(t *testing.T) {
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(recordedFile, record(1), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	filters := recordedFilters(t)
	if len(filters) != recordedSets {
		t.Fatalf("%d filters in %s, want %d", len(filters), recordedFile, recordedSets)
	}
	sorts, deep, parts := map[search.Sort]int{}, 0, 0
	for _, f := range filters {
		sorts[f.Sort]++
		deep += min(1, f.Page)
		parts = max(parts, len(f.Query()))
	}
	if len(sorts) != len(search.Sorts) || deep < recordedSets/10 || parts < 6 {
		t.Errorf("%d sorts, %d deep pages, %d parts at most: want a realistic mix", len(sorts), deep, parts)
	}
}
