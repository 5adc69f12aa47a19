package document

import (
	"bytes"
	"testing"

	"estate/internal/site/ssr"
)

func TestPreloadLink(t *testing.T) {
	for name, c := range map[string]struct {
		image ssr.Preload
		want  string
	}{
		"attributes are escaped": {
			ssr.Preload{SrcSet: "/media/b&c-320.avif 320w, /media/b&c-640.avif 640w", Sizes: "(width >= 640px) 45vw, 92vw"},
			`<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="/media/b&amp;c-320.avif 320w, /media/b&amp;c-640.avif 640w" imagesizes="(width &gt;= 640px) 45vw, 92vw">`,
		},
		"the page has no first image": {ssr.Preload{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			htmlWriter{&b}.preload(c.image)
			if got := b.String(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
