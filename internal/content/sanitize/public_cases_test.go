package sanitize

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Texts of WordPress sites in public bug reports. Each has parts that its page must have, in this
// order, and parts that it must not have.
func TestTextsOfOtherSitesAreWhole(t *testing.T) {
	const film = "https://www.youtube-nocookie.com/embed/"
	tests := []struct {
		file      string
		want, not []string
	}{
		{
			"accordion-block", []string{
				"<details><summary>", "Can a foreigner buy?", "</summary>", "Yes, with an NIE number.", "</details>",
				"<details><summary>", "Which taxes are due?", "</summary>", "Seven percent transfer tax.", "</details>",
			}, []string{"<button", "<h3", ">+<", "data-wp"},
		},
		{
			"anchors-footnotes", []string{
				`href="#h-caracter%C3%ADsticas-de-la-villa"`, `href="#%C2%BFcu%C3%A1nto_cuesta?"`, `href="#3-pasos-para-comprar"`, `href="#ubicacion"`,
				`id="h-características-de-la-villa"`, `href="#7e2a1c34-5b6d-4a7c-9e11-0a1b2c3d4e5f"`, `id="7e2a1c34-5b6d-4a7c-9e11-0a1b2c3d4e5f-link"`,
				`_cuesta?"></span>`, `id="3-pasos-para-comprar"`, `id="ubicacion"`, `id="7e2a1c34-5b6d-4a7c-9e11-0a1b2c3d4e5f"`,
				`href="#7e2a1c34-5b6d-4a7c-9e11-0a1b2c3d4e5f-link"`,
			}, nil,
		},
		{
			"builder-shortcodes",
			[]string{"Welcome to the agency.", "<p>Divi text.</p>", "Prices in brackets [from 2024] stay."},
			[]string{"vc_", "et_pb", "contact-form", "[/", "<p></p>"},
		},
		{
			"foreign-film", []string{
				`<a href="https://cdn.example.org/film.mp4"`, ">film.mp4</a>", "Foreign film", `<a href="https://cdn.example.org/a.mp3"`, ">a.mp3</a>",
			}, []string{"<video", "<audio", "p.jpg"},
		},
		{
			"lazyload-markup", []string{
				"Before one.", `src="https://cms.example.test/wp-content/uploads/2026/03/terrace-1024x683.jpg"`, `alt="Rocket terrace"`,
				"LiteSpeed:", `src="https://cms.example.test/wp-content/uploads/2026/03/pool-1024x683.jpg"`, `alt="LiteSpeed pool"`,
				`src="https://cms.example.test/wp-content/uploads/2026/03/avada.jpg"`, `alt="Avada facade"`,
				`data-src="` + film + `aJ3p6QKg_i8"`, `title="Tour film"`, `data-src="` + film + `bJ3p6QKg_i9"`, "After.",
			}, []string{"data:", "about:blank", "noscript"},
		},
		{
			"linked-foreign-picture",
			[]string{`<a href="https://old-domain.example.org/wp-content/uploads/2013/09/terrace.jpg"`, ">old-domain.example.org</a>"},
			[]string{"<img", "1024x683"},
		},
		{
			"own-embed",
			[]string{`<a href="/accordion/"`, "Buying guide</a>", `href="/?p=101"`, `href="/?page_id=201"`, `href="/?post_type=post&amp;p=102"`},
			[]string{"/embed/", "<iframe", "frame-link"},
		},
		{
			"photon-emoji", []string{
				`src="https://cms.example.test/wp-content/uploads/2026/03/bay.jpg"`, `alt="The bay"`, "Emoji: 🏡 and smiley :mrgreen: end.", "<p>Gravatar </p>",
			}, []string{"wp.com", "s.w.org", "gravatar.com", "smilies"},
		},
		{
			"vimeo-youtube", []string{
				`data-src="https://player.vimeo.com/video/823000001?h=0a1b2c3d4e&amp;dnt=1"`, `data-src="https://player.vimeo.com/video/823000001?h=0a1b2c3d4e&amp;dnt=1"`,
				`data-src="` + film + `videoseries?list=PL1234567890abcdef"`, `data-src="` + film + `aJ3p6QKg_i8?start=95"`,
				`data-src="` + film + `cJ3p6QKg_i7"`, `data-src="` + film + `dJ3p6QKg_i6"`,
			}, []string{"app_id", "feature=", "si=x"},
		},
	}
	s := newTest(t, nil)
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join("testdata", "wp-"+tt.file+".html"))
			if err != nil {
				t.Fatal(err)
			}
			got := s.HTML(string(raw)).String()
			rest := got
			for _, part := range tt.want {
				_, after, found := strings.Cut(rest, part)
				if !found {
					t.Errorf("the page has no %s in its place:\n%s", part, got)
					break
				}
				rest = after
			}
			check(t, got, nil, tt.not)
			if tt.file == "lazyload-markup" && strings.Count(got, "<img") != 3 {
				t.Errorf("%d pictures, want each once: %s", strings.Count(got, "<img"), got)
			}
		})
	}
}
