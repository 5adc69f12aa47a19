package sanitize

import (
	"strings"
	"testing"
)

// BenchmarkHTML compares a cache miss with a cache hit, for the markup of an article.
func BenchmarkHTML(b *testing.B) {
	article := strings.Repeat(`<!-- wp:paragraph --><p>Some <strong>words</strong> and a <a href="https://cms.example.test/x/">link</a>.</p><!-- /wp:paragraph --><figure class="wp-block-image"><img src="/a.jpg" alt="A" width="800" height="600"></figure>`, 40)
	s, err := New(Config{SiteURL: "https://www.example.test", CMSURL: "https://cms.example.test"})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			s.clean(article)
		}
	})
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			s.HTML(article)
		}
	})
}
