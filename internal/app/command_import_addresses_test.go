package app

import (
	"slices"
	"testing"
)

func TestAddressesOfACMSAreFoundWhole(t *testing.T) {
	finder := newAddressFinder("cms.test")
	const uploads = "https://cms.test/wp-content/uploads/"
	for text, want := range map[string][]string{
		`"` + uploads + `a b.jpg"`:                                 {uploads + "a b.jpg"},
		uploads + "photo(1).jpg, " + uploads + "b.jpg 2x":          {uploads + "photo(1).jpg", uploads + "b.jpg"},
		`<img src=\"` + uploads + `ä, ö.png.webp\" alt=\"x.jpg\">`: {uploads + "ä, ö.png.webp"},
		uploads + "100% sea.jpg?x=1":                               {uploads + "100% sea.jpg"},
		"(https://cms.test/about/), https://cms.test":              {"https://cms.test/about/", "https://cms.test"},
		"https://cms.tester/a/ https://cms.test.example/b/":        nil,
		uploads + "folder and then a text":                         {uploads + "folder"},
	} {
		var found []string
		finder.each([]byte(text), func(address string) string {
			found = append(found, address)
			return address
		})
		if !slices.Equal(found, want) {
			t.Errorf("%s: found %q, want %q", text, found, want)
		}
	}
}
