package server

import (
	"bytes"
	"testing"
)

func TestThePictureThatComesFirstIsFetchedAhead(t *testing.T) {
	const (
		lazy   = `<picture class="a"><source type="image/avif" srcSet="/media/a-320.avif 320w" sizes="72px"/><img src="/media/a-960.jpg" loading="lazy"/></picture>`
		first  = `<picture class="b"><source type="image/avif" srcSet="/media/b&amp;c-320.avif 320w, /media/b&amp;c-640.avif 640w" sizes="(width &gt;= 640px) 45vw, 92vw"/><source type="image/webp" srcSet="/media/b-320.webp 320w" sizes="92vw"/><img src="/media/b-960.jpg" loading="eager" fetchPriority="high"/></picture>`
		second = `<picture class="d"><source type="image/avif" srcSet="/media/d-320.avif 320w" sizes="100vw"/><img src="/media/d-960.jpg" fetchPriority="high"/></picture>`
		vector = `<picture class="e"><img src="/media/e.svg" fetchPriority="high"/></picture>`
		ahead  = `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="/media/b&amp;c-320.avif 320w, /media/b&amp;c-640.avif 640w" imagesizes="(width &gt;= 640px) 45vw, 92vw">`
	)
	for name, c := range map[string]struct{ html, want string }{
		"the first of those that hurry":     {lazy + first + second, ahead},
		"none hurries":                      {lazy + lazy, ""},
		"it is a drawing, without an AVIF":  {vector + first, ""},
		"the page could not be drawn":       {"", ""},
		"a mark without a picture about it": {`<p>fetchPriority="high"</p>` + lazy, ""},
		"a picture that is cut off":         {`<picture><source type="image/avif" srcSet="/media/b-320.avif 320w fetchPriority="high"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			shell{&b}.preload([]byte(c.html))
			if got := b.String(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
