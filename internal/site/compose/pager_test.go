package compose

import (
	"fmt"
	"strings"
	"testing"

	"estate/internal/content/link"
)

func TestPagerLeavesGaps(t *testing.T) {
	tests := []struct {
		page, pages int
		want        string
	}{
		{1, 0, ""},
		{1, 1, ""},
		{1, 2, "[1] 2"},
		{2, 3, "1 [2] 3"},
		{1, 10, "[1] 2 3 … 10"},
		{4, 10, "1 2 3 [4] 5 6 … 10"},
		{5, 10, "1 2 3 4 [5] 6 7 … 10"}, // a gap of one page says the page
		{6, 10, "1 … 4 5 [6] 7 8 9 10"},
		{10, 10, "1 … 8 9 [10]"},
		{500_000, 1_000_000, "1 … 499998 499999 [500000] 500001 500002 … 1000000"},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%d of %d", tt.page, tt.pages), func(t *testing.T) {
			l, err := link.Parse(fmt.Sprintf("/es/properties/page/%d/?s_type=15", tt.page))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			pager := pager(l, tt.pages)
			for _, p := range pager.Links {
				switch {
				case p.Href == "":
					got = append(got, "…")
				case p.Current:
					got = append(got, fmt.Sprintf("[%d]", p.Page))
				default:
					got = append(got, fmt.Sprint(p.Page))
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %s, want %s", strings.Join(got, " "), tt.want)
			}
			if tt.page == 2 && pager.Prev != "/es/properties/?s_type=15" {
				t.Errorf("page 2 leads back to %s", pager.Prev)
			}
		})
	}
}
