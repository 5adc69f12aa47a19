package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content/search"
)

func TestRowSurvivesItsLine(t *testing.T) {
	for name, row := range map[string]search.Row{
		"empty": {},
		"full": {
			Offers: []int{3, 10}, Types: []int{15, 7, 81}, Province: 636, City: 7001, Subarea: 7101, Categories: []int{59},
			Collections: []string{"beachfront", "golf & sea", "100%"}, Beds: 4, Baths: 3, Price: 1_250_000, PriceTo: 2_000_000,
			PriceUnknown: true, Modified: 1_732_060_800, Sold: true, Reference: "ZR 10/42-P ñ",
		},
		"before 1970":              {Modified: -5},
		"reference like a fact":    {Reference: " t15 p636 "},
		"reference of other signs": {Reference: "a\nb\x00+%zz"},
	} {
		t.Run(name, func(t *testing.T) {
			got := search.Row{}
			var decoder FactsDecoder
			if err := decoder.Decode(&got, EncodeFacts(&row)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row, got); diff != "" {
				t.Errorf("the row changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRowsOfOneDecoderShareNoList(t *testing.T) {
	var decoder FactsDecoder
	var a, b search.Row
	for row, line := range map[*search.Row]string{&a: " o3 t7 ", &b: " o10 t15 "} {
		if err := decoder.Decode(row, line); err != nil {
			t.Fatal(err)
		}
	}
	_ = append(a.Offers, 99)
	_ = append(b.Offers, 98)
	if a.Types[0] != 7 || b.Types[0] != 15 || a.Offers[0] != 3 || b.Offers[0] != 10 {
		t.Errorf("appending to one list changed another: %+v %+v", a, b)
	}
}

func TestDamagedLineIsReported(t *testing.T) {
	for _, line := range []string{"t", "tx", "?1", "o3 p6x6"} {
		var decoder FactsDecoder
		if err := decoder.Decode(&search.Row{}, line); err == nil {
			t.Errorf("line %q was read without complaint", line)
		}
	}
}

func TestFoldingMakesLinksComparable(t *testing.T) {
	for in, want := range map[string]string{
		"/About":                     "/about/",
		"/caf%C3%A9/":                "/café/",
		"/café":                      "/café/",
		"/old/?b=2&a=1#top":          "/old/?a=1&b=2",
		"https://www.example.test/x": "/x/",
		"/blog/page/2":               "/blog/page/2/",
		"/blog/page/1/":              "/blog/",
		"":                           "/",
		"/%zz/":                      "/%zz/",
	} {
		if got := FoldLink(in); got != want {
			t.Errorf("foldLink(%q) = %q, want %q", in, got, want)
		}
	}
}
