package wordpress

import (
	"slices"
	"testing"

	"estate/internal/content"
)

func TestFiguresOfASectionThatAreSentAsTextAreNumbersAndTextsStayTexts(t *testing.T) {
	tests := []struct {
		name   string
		layout string
		fields map[string]any
		check  func(any) bool
	}{
		{"a year for a title", "blog-section", map[string]any{"title": "2026", "limit": "3"}, func(f any) bool {
			read := f.(*content.BlogSectionFields)
			return read.Title == "2026" && read.Limit == 3
		}},
		{"a list of ids", "posts", map[string]any{"title": "7", "ids": []any{"2001", 2002.0}}, func(f any) bool {
			read := f.(*content.PostsFields)
			return read.Title == "7" && slices.Equal(read.IDs, []int{2001, 2002})
		}},
		{"a filter", "properties", map[string]any{"title": "x", "homes": map[string]any{"filter": map[string]any{"s_type": "15", "s_offer": "3"}}}, func(f any) bool {
			read := f.(*content.PropertiesFields).Properties.Filter
			return read != nil && read.Type == 15 && read.Offer == 3
		}},
		{"tiles", "locations", map[string]any{"title": "x", "tiles": []any{map[string]any{"location": "700", "name": "29600"}}}, func(f any) bool {
			read := f.(*content.LocationsFields).Tiles
			return len(read) == 1 && read[0].Location == 700 && read[0].Name == "29600"
		}},
		{"words where a number is wanted cost that field alone", "blog-section", map[string]any{"title": "Read", "limit": "a few"}, func(f any) bool {
			read := f.(*content.BlogSectionFields)
			return read.Title == "Read" && read.Limit == 0
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fields, _ := decoder{}.section(tt.layout, tt.fields).Decode()
			if fields == nil || !tt.check(fields) {
				t.Errorf("got %+v", fields)
			}
		})
	}
}
