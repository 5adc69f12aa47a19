package app

import (
	"strings"
	"testing"
)

func TestFurtherPagesOfAnArchiveHaveAlternates(t *testing.T) {
	app, _ := startSite(t, nil)
	for link, want := range map[string]string{
		"/blog/page/2/":       "/es/blog/page/2/",
		"/es/blog/page/2/":    "/blog/page/2/",
		"/properties/page/2/": "/es/properties/page/2/",
	} {
		v := fetchView(t, app, link)
		found := false
		for _, alternate := range v.Head.Alternates {
			found = found || alternate.Href == publicSite+want
			if path, _ := strings.CutPrefix(alternate.Href, publicSite); fetchView(t, app, path).Status != 200 {
				t.Errorf("%s has the alternate %s, which does not answer", link, path)
			}
		}
		if !found {
			t.Errorf("%s: alternates %+v, want %s", link, v.Head.Alternates, want)
		}
	}
}
