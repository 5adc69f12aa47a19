package compose_test

import (
	"encoding/json"
	"testing"

	"estate/internal/content/link"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
)

// BenchmarkView measures what compose itself costs: the result is there.
func BenchmarkView(b *testing.B) {
	h := newHarness(b, func(cfg *compose.Config) { cfg.CMSURL = "https://cms.example.test" })
	for _, screen := range []struct{ name, link string }{
		{"results", "/properties/"}, {"property", "/properties/villa-azul/"}, {"home", "/"}, {"post", "/golden-mile-guide/"},
	} {
		parsed, err := link.Parse(screen.link)
		if err != nil {
			b.Fatal(err)
		}
		result, err := h.resolver.Resolve(b.Context(), resolve.Request{Link: parsed})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(screen.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := h.composer.View(b.Context(), result); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(screen.name+" as JSON", func(b *testing.B) {
			v, err := h.composer.View(b.Context(), result)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := json.Marshal(v); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(screen.name+" with its JSON", func(b *testing.B) {
			for b.Loop() {
				if _, err := h.composer.Encode(b.Context(), result); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
