package sanitize

import "testing"

func TestExcerptsHaveNoLinkToTheWholeText(t *testing.T) {
	for in, want := range map[string]string{
		`<p>Short text of it <a class="more-link" href="https://cms.example.test/t/">Continue reading <span class="screen-reader-text">Title</span></a></p>`: "Short text of it",
		`<p>Short text [&hellip;]</p>`:                                                          "Short text",
		`<p>Short text [...]</p>`:                                                               "Short text",
		`<p>Texto breve [&hellip;] <a href="/t/">Leer más</a></p>`:                              "Texto breve",
		`<p>Texto breve&hellip; <a href="/t/" class="read-more">Seguir leyendo &rarr;</a></p>`:  "Texto breve…",
		`<p>Texto</p><p class="link-more"><a href="/t/" class="more-link">Otra palabra</a></p>`: "Texto",
		`Sea views… Continue reading <span class="screen-reader-text">Villa in Marbella</span>`: "Sea views…",
		`Sea views. Read more »`:                                                                "Sea views.",
		`Vistas al mar. Leer más →`:                                                             "Vistas al mar.",
		`<p>More light: <a href="/villas/">our villas</a> face south.</p>`:                      "More light: our villas face south.",
		`<p>To read more, call us.</p>`:                                                         "To read more, call us.",
		`<p>A price list [1] and [sic].</p>`:                                                    "A price list [1] and [sic].",
		`[vc_row a="b"]<p>Short text</p>[/vc_row]`:                                              "Short text",
		`Sea views! Seguir leyendo`:                                                             "Sea views!",
		``:                                                                                      "",
	} {
		if got := Excerpt(in); got != want {
			t.Errorf("Excerpt(%q) = %q, want %q", in, got, want)
		}
	}
}
