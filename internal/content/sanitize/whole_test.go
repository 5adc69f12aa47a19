package sanitize

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestElementsThatAreNotKnownLeaveTheirText(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a button is its text", `<p><button type="button" onclick="x()">Call us</button></p>`, `<p><span>Call us</span></p>`},
		{"a button in a link", `<a href="/a/"><button>Go</button></a>`, `<a href="/a/" target="_self"><span>Go</span></a>`},
		{"a button that leads to a page", `<button onclick="window.location.href='https://cms.example.test/villas/'">Villas</button>`, `<a href="/villas/" target="_self">Villas</a>`},
		{"a button that opens a page", `<button class="b" onclick="window.open('/villas/', '_blank')">Villas</button>`, `<a href="/villas/" class="b" target="_self">Villas</a>`},
		{"the button of a form without fields", `<form action="/villas/"><button>Villas</button></form>`, `<div><a href="/villas/" target="_self">Villas</a></div>`},
		{"a button that posts", `<form action="/x/" method="post"><button>Send</button></form>`, `<div><span>Send</span></div>`},
		{"a button with a script for an address", `<button onclick="location.href='javascript:alert(1)'">a</button>`, `<a target="_self">a</a>`},
		{"a button with data for an address", `<button formaction="data:text/html,<script>alert(1)</script>">a</button>`, `<a target="_self">a</a>`},
		{"an input that is a button", `<input type="button" value="Call &lt;us&gt;">`, `<span>Call &lt;us&gt;</span>`},
		{"the text around a form's fields", `<form><h2>Visit us</h2><p>Every day.</p><p><label>Name <input name="n"></label></p><button>Send</button></form>`, `<div><h2>Visit us</h2><p>Every day.</p></div>`},
		{"a form around a whole page", `<form id="aspnetForm"><input type="hidden" name="v"><div><p>Text</p><div><p>More</p><input name="q"></div></div></form>`, `<div id="aspnetForm"><div><p>Text</p><div><p>More</p></div></div></div>`},
		{"landmarks", `<main><header>One</header><nav>Two</nav><footer>Three</footer></main>`, `<div><div>One</div><div>Two</div><div>Three</div></div>`},
		{"elements of old editors", `<center><font color="red">A</font> <big>B</big> <strike>C</strike> <tt>D</tt></center>`, `<div>A B <s>C</s> <code>D</code></div>`},
		{"elements of a plugin", `<my-card onclick="x()"><p>Text</p></my-card>`, `<p>Text</p>`},
		{"an object with a text", `<object data="/a.swf"><p>No player. <a href="/a/">More</a></p></object>`, `<p>No player. <a href="/a/" target="_self">More</a></p>`},
		{"a canvas with a text", `<canvas>Prices fell.</canvas>`, `Prices fell.`},
		{"a formula", `<p><math><mi>x</mi><mo>+</mo><mn>1</mn><annotation>x+1</annotation></math></p>`, `<p>x+1</p>`},
		{"a formula with markup", `<math><mtext><img src=x onerror=alert(1)></mtext><mi>&lt;b&gt;</mi></math>`, `&lt;b&gt;`},
		{"a fieldset", `<fieldset><legend>Hours</legend><p>Ten to two</p></fieldset>`, `<div><div>Hours</div><p>Ten to two</p></div>`},
		{"preformatted text of old pages", `<xmp><b>a</b></xmp>`, `<pre>&lt;b&gt;a&lt;/b&gt;</pre>`},
		{"plain text to the end", `<p>a</p><plaintext><script>alert(1)</script>`, `<p>a</p><pre>&lt;script&gt;alert(1)&lt;/script&gt;</pre>`},
		{"a text field", `<textarea><b>a</b></textarea>`, `<pre>&lt;b&gt;a&lt;/b&gt;</pre>`},
	}
	s := newTest(t, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := s.HTML(tt.in).String(); got != tt.want {
				t.Errorf("HTML(%q)\n got %s\nwant %s", tt.in, got, tt.want)
			}
		})
	}
}

func TestAccordionsBecomeDetails(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{
			"open by default", `<div class="wp-block-accordion-item is-open"><h4 class="wp-block-accordion-heading" id="q"><button class="wp-block-accordion-heading__toggle"><span>Q</span></button></h4><div class="wp-block-accordion-panel"><p>A</p></div></div>`,
			`<div class="wp-block-accordion-item is-open"><details open=""><summary id="q"><span>Q</span></summary><div class="wp-block-accordion-panel"><p>A</p></div></details></div>`,
		},
		{
			"of another plugin", `<h3><button aria-expanded="false" aria-controls="p1">Q</button></h3><div id="p1"><p>A</p></div>`,
			`<details><summary>Q</summary><div id="p1"><p>A</p></div></details>`,
		},
		{"a button before the panel of another", `<p><button aria-expanded="false" aria-controls="p9">Q</button></p><div id="p1">A</div>`, `<p><span>Q</span></p><div id="p1">A</div>`},
		{"a button with nothing after it", `<h3><button aria-expanded="false">Q</button></h3>`, `<h3><span>Q</span></h3>`},
		{"two headings", `<button aria-expanded="false">Q</button><button aria-expanded="false">R</button><div>A</div>`, `<span>Q</span><details><summary>R</summary><div>A</div></details>`},
	}
	s := newTest(t, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := s.HTML(tt.in).String(); got != tt.want {
				t.Errorf("HTML(%q)\n got %s\nwant %s", tt.in, got, tt.want)
			}
		})
	}
}

// TestAnchorsDoNotNameTheCMS: an id may be any text, also an address; the link to it still leads there.
func TestAnchorsDoNotNameTheCMS(t *testing.T) {
	markup := `<a href="#http://cms.example.test/a">x</a><h2 id="http://cms.example.test/a">y</h2><a name="//cms.example.test">z</a>`
	want := `<a href="#https://www.example.test/a">x</a><h2 id="https://www.example.test/a">y</h2><a name="https://www.example.test">z</a>`
	if got := newTest(t, nil).HTML(markup).String(); got != want {
		t.Errorf("%s\nbecomes %s\nwant    %s", markup, got, want)
	}
}

func TestAnchorsOfAnyScriptLeadToTheirPlace(t *testing.T) {
	s := newTest(t, func(c *Config) { c.ReservedIDs = []string{"content", `plan-\d+`, "_r_.*"} })
	for name, fragment := range map[string]string{
		"ubicación": "ubicaci%C3%B3n", "Цены": "%D0%A6%D0%B5%D0%BD%D1%8B", "価格": "%E4%BE%A1%E6%A0%BC", "2-zimmer": "2-zimmer", "_ftn1": "_ftn1",
		"mi sección": "mi%20secci%C3%B3n", "100%": "100%25", "¿por-qué?": "%C2%BFpor-qu%C3%A9?", "q&a": "q&amp;a", "l'escala": "l%27escala", "plan-b": "plan-b",
		"%C3%A1": "%C3%A1", "3.1": "3.1", "a:b": "a:b",
	} {
		markup := `<a href="#` + strings.ReplaceAll(name, "&", "&amp;") + `">x</a><h2 id="` + strings.ReplaceAll(name, "&", "&amp;") + `">y</h2>`
		got := s.HTML(markup).String()
		if name == "l'escala" { // the apostrophe may stay
			got = strings.ReplaceAll(strings.ReplaceAll(got, "&#39;", "%27"), "l%27escala\">y", "l'escala\">y")
		}
		id := strings.ReplaceAll(name, "&", "&amp;")
		if !strings.Contains(got, `href="#`+fragment+`"`) || !strings.Contains(got, `id="`+id+`"`) {
			t.Errorf("%s\nbecomes %s\nwant the fragment %s", markup, got, fragment)
		}
	}
	// The page outside of the content has these, whatever their case and the space around them.
	for _, id := range []string{"content", "CONTENT", " content ", "plan-3", "_R_1_", "-", "", "a\nb", "a<b", "a`b"} {
		for _, markup := range []string{`<h2 id="` + id + `">a</h2>`, `<a name="` + id + `">a</a>`} {
			if got := s.HTML(markup).String(); strings.Contains(got, "id=") || strings.Contains(got, "name=") {
				t.Errorf("%q becomes %s", markup, got)
			}
		}
	}
	if got := s.HTML(`<a href="https://cms.example.test/guía/#100%-pago">x</a>`).String(); got != `<a href="/gu%C3%ADa/#100%25-pago" target="_self">x</a>` {
		t.Errorf("a link to a place in another page becomes %s", got)
	}
}

func TestALongTextIsCutLastAndSaysSo(t *testing.T) {
	s := newTest(t, nil)
	picture := `<p><img alt="Pasted plan" src="data:image/png;base64,` + strings.Repeat("A", 1_400_000) + `"></p>`
	for name, bulk := range map[string]string{
		"picture":  picture,
		"pictures": picture + picture + picture,
		"style":    "<style>" + strings.Repeat("p{color:red}", 100_000) + "</style>",
		"drawing":  `<svg><path d="` + strings.Repeat("M0 0", 400_000) + `"></path></svg>`,
		"comment":  "<!-- wp:x " + strings.Repeat("a", 1_200_000) + " -->",
		"form":     "[vc_raw_html]" + strings.Repeat("QUJD", 300_000) + "[/vc_raw_html]",
	} {
		t.Run(name, func(t *testing.T) {
			markup := "<h2>Part one</h2><p>Opening paragraph.</p>" + bulk + "<h2>Part two</h2><p>The closing paragraph.</p>"
			got := s.HTML(markup).String()
			check(t, got, []string{"Opening paragraph.", "<h2>Part two</h2>", "The closing paragraph."}, []string{"data:", cutMark})
			if text := Text(markup); !strings.HasSuffix(text, "Part two The closing paragraph.") {
				t.Errorf("its plain text is %q", Shorten(text, 200))
			}
			if n := Words(markup); n > 20 {
				t.Errorf("it has %d words", n)
			}
		})
	}
	long := strings.Repeat("<p>Véase también</p>", MaxBytes/15)
	got := s.HTML(long).String()
	if !strings.HasSuffix(got, cutMark) || !utf8.ValidString(got) {
		t.Errorf("a text that is cut ends with %q", got[len(got)-60:])
	}
	if changes := s.Changes(long); !slices.Equal(changes, []Change{{Kind: ChangeCut, Count: 1}}) {
		t.Errorf("its changes are %v", changes)
	}
}

func TestADataAddressIsNoPictureAndNoLink(t *testing.T) {
	s := newTest(t, nil)
	for _, markup := range []string{
		`<img src="data:image/svg+xml,<svg onload=alert(1)>" alt="a">`, `<img src="data:image/png;base64,AAAA" data-src="data:text/html,x">`,
		`<a href="data:text/html,<script>alert(1)</script>">a</a>`, `<a href=" DATA:text/html,x">a</a>`, `<iframe data-lazy-src="data:text/html,x"></iframe>`,
		`<video src="data:video/mp4;base64,AAAA"></video>`, `<object data="data:text/html,x"></object>`, `<img srcset="data:image/png;base64,AAAA 2x">`,
		`<img data-lazy-src="javascript:alert(1)">`, `<iframe data-litespeed-src="javascript:alert(1)"></iframe>`, `<img data-original=" java` + "\t" + `script:alert(1)">`,
		`<a href="#"><img src="blob:https://cms.example.test/x"></a>`, `<div class="wp-block-cover" data-bg="url(javascript:alert(1))">a</div>`,
	} {
		got := strings.ToLower(tagsOf(s.HTML(markup).String()))
		for _, bad := range []string{"data:", "script:", "blob:", "<img", "<iframe", "<video"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s\nbecomes %s", markup, got)
			}
		}
	}
}

func TestPicturesOfLazyLoadPluginsAreShown(t *testing.T) {
	const at = "https://cms.example.test/wp-content/uploads/"
	const blank = `src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="`
	s := newTest(t, func(c *Config) { c.FrameHosts = []string{"maps.example.test"} })
	for name, markup := range map[string]string{
		"any attribute":            `<img ` + blank + ` data-my-plugin-src="` + at + `a.jpg">`,
		"a file as placeholder":    `<img src="/wp-content/plugins/x/blank.gif" data-lazy="` + at + `a.jpg">`,
		"no address of its own":    `<img data-original="` + at + `a.jpg">`,
		"sizes only":               `<img ` + blank + ` data-srcset="` + at + `a-300x200.jpg 300w, ` + at + `a.jpg 900w">`,
		"a noscript after it":      `<img ` + blank + `><noscript><img src="` + at + `a.jpg"></noscript>`,
		"a noscript before it":     `<noscript><img src="` + at + `a.jpg"></noscript><img ` + blank + ` class="lazyload">`,
		"a noscript beside a link": `<a href="/a/"><img ` + blank + `></a> <noscript><a href="/a/"><img src="` + at + `a.jpg"></a></noscript>`,
		"a noscript in a figure":   `<figure class="wp-block-image"><span class="ph"></span><noscript><img src="` + at + `a.jpg"></noscript></figure>`,
		"both are the same":        `<img ` + blank + ` data-src="` + at + `a.jpg"><noscript><img src="` + at + `a.jpg"></noscript>`,
		"sources of a picture":     `<picture><source data-srcset="` + at + `a.webp"><img ` + blank + ` data-src="` + at + `a.jpg"></picture><noscript><picture><img src="` + at + `a.jpg"></picture></noscript>`,
		"the background":           `<div class="wp-block-cover" data-bg="url(` + at + `a.jpg)">a</div>`,
	} {
		if got := s.HTML(markup).String(); strings.Count(got, "<img") != 1 || !strings.Contains(got, `src="`+at+`a.jpg"`) {
			t.Errorf("%s: %s\nbecomes %s", name, markup, got)
		}
	}
	for name, markup := range map[string]string{
		"the counter of a third party":  `<noscript><img height="1" width="1" src="https://www.facebook.com/tr?id=1"></noscript>`,
		"a counter in a frame":          `<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-1"></iframe></noscript>`,
		"a counter beside a picture":    `<img src="` + at + `a.jpg"><noscript><img src="https://tracker.test/p.gif"></noscript>`,
		"a script":                      `<noscript><script>alert(1)</script><style>p{}</style></noscript>`,
		"a counter in a figure":         `<figure><noscript><img src="https://tracker.test/p.gif"></noscript></figure>`,
		"one that ends the other early": `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
	} {
		got := tagsOf(s.HTML(markup).String())
		for _, bad := range []string{"tracker", "facebook", "googletag", "script", "onerror", "style"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s: %s\nbecomes %s", name, markup, got)
			}
		}
	}
	frame := s.HTML(`<div class="rll-youtube-player" data-id="dQw4w9WgXcQ"></div><noscript><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></noscript>`).String()
	check(t, frame, []string{`<iframe data-src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"`}, nil)
	film := s.HTML(`<video data-src="` + at + `a.mp4" src="about:blank"></video>`).String()
	check(t, film, []string{`<video`, `src="` + at + `a.mp4"`}, []string{"about:"})
}

func TestPicturesBehindAServiceAreTheAgencysOwn(t *testing.T) {
	s := newTest(t, func(c *Config) { c.MediaHosts = []string{"former.example.test"} })
	for in, want := range map[string]string{
		"https://i2.wp.com/cms.example.test/wp-content/uploads/a.jpg?w=300&amp;ssl=1":                             "https://cms.example.test/wp-content/uploads/a.jpg",
		"//i0.wp.com/www.example.test/wp-content/uploads/a.jpg":                                                   "https://www.example.test/wp-content/uploads/a.jpg",
		"https://i1.wp.com/former.example.test/a.jpg":                                                             "https://former.example.test/a.jpg",
		"https://cdn.shortpixel.ai/spai/w_800+q_lossy+ret_img/https://cms.example.test/wp-content/uploads/a.jpg":  "https://cms.example.test/wp-content/uploads/a.jpg",
		"https://abc.i.optimole.com/w:auto/h:auto/q:90/https://cms.example.test/wp-content/uploads/Ca%C3%B1o.jpg": "https://cms.example.test/wp-content/uploads/Ca%C3%B1o.jpg",
	} {
		if got := s.HTML(`<img src="` + in + `" alt="">`).String(); !strings.Contains(got, `src="`+want+`"`) {
			t.Errorf("%s becomes %s, want %s", in, got, want)
		}
	}
	for _, in := range []string{"https://i0.wp.com/other.test/a.jpg", "https://ann:pass@i0.wp.com/cms.example.test/a.jpg", "https://i0.wp.com/cms.example.test"} {
		if got := s.HTML(`<img src="` + in + `" alt="a">`).String(); strings.Contains(got, "<img") || strings.Contains(got, "pass") {
			t.Errorf("%s becomes %s", in, got)
		}
	}
}

func TestPicturesOfCharactersAreCharacters(t *testing.T) {
	s := newTest(t, nil)
	for in, want := range map[string]string{
		`<img src="https://s.w.org/images/core/emoji/15.0.3/svg/1f600.svg" alt="😀" class="wp-smiley">`:             "😀",
		`<img class="emoji" draggable="false" alt="🇪🇸" src="https://s.w.org/images/core/emoji/2.3/svg/1f1ea.svg">`: "🇪🇸",
		`<img src="https://s.w.org/images/core/emoji/15.0.3/72x72/1f1ea-1f1f8.png">`:                               "🇪🇸",
		`<img src="https://cdnjs.cloudflare.com/ajax/libs/twemoji/14/72x72/1f3e1.png" alt="🏡">`:                    "🏡",
		`<img class="emoji" alt="&lt;script&gt;alert(1)&lt;/script&gt;" src="x">`:                                  "&lt;script&gt;alert(1)&lt;/script&gt;",
		`<img class="emoji" src="3c.png">`: "&lt;",
		`<img src="https://secure.gravatar.com/avatar/a?s=96" alt="Ana"><img src="//1.gravatar.com/avatar/a" alt="">`: "",
	} {
		if got := s.HTML(in).String(); got != want {
			t.Errorf("%s becomes %q, want %q", in, got, want)
		}
	}
}

func TestALinkHasNoOtherInside(t *testing.T) {
	s := newTest(t, func(c *Config) { c.FrameHosts = []string{"maps.example.test"} })
	for in, want := range map[string]string{
		`<a href="/a/"><img src="https://old.test/a.jpg" alt="Bay"></a>`:                    `<a href="/a/" target="_self">Bay</a>`,
		`<a href="/a/"><img src="https://old.test/a.jpg" alt=""> Read on</a>`:               `<a href="/a/" target="_self"> Read on</a>`,
		`<a href="/a/"><video src="https://old.test/a.mp4"></video></a>`:                    `<a href="/a/" target="_self">a.mp4</a>`,
		`<a href="/a/"><iframe src="https://maps.example.test/x" title="Map"></iframe></a>`: `<a href="/a/" target="_self">Map</a>`,
		`<a href="/a/"><iframe src="https://other.test/x" title="Map"></iframe></a>`:        `<a href="/a/" target="_self">Map</a>`,
		`<a href="/wp-admin/"><img src="https://old.test/a.jpg" alt="Bay"></a>`:             `<a href="/wp-admin/" target="_self">Bay</a>`,
		`<a name="x"><img src="https://old.test/a.jpg" alt="Bay"></a>`:                      `<a name="x"><a href="https://old.test/a.jpg" rel="noopener nofollow" target="_blank">Bay</a></a>`,
	} {
		if got := s.HTML(in).String(); got != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", in, got, want)
		}
	}
}

func TestFilmsAtOtherHostsAreLinks(t *testing.T) {
	s := newTest(t, nil)
	for in, want := range map[string]string{
		`<video><source src="https://cdn.test/a.webm"><source src="https://cdn.test/a.mp4"></video>`: `<p class="frame-link"><a href="https://cdn.test/a.webm" rel="noopener nofollow" target="_blank">a.webm</a></p>`,
		`<audio src="//cdn.test/" title="The sea"></audio>`:                                          `<p class="frame-link"><a href="//cdn.test/" rel="noopener nofollow" target="_blank">The sea</a></p>`,
		`<video src="javascript:alert(1)"></video>`:                                                  ``,
		`<video></video>`: ``,
		`<video><source src="https://cdn.test/a.webm"><source src="/a.mp4"></video>`: `<video controls="" preload="none"><source src="/a.mp4"/></video>`,
	} {
		if got := s.HTML(in).String(); got != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", in, got, want)
		}
	}
}

func TestShortcodesAreTakenOut(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"of any builder", `[fusion_builder_container hundred_percent="no"][fusion_text]<p>A</p>[/fusion_text][/fusion_builder_container]`, `<p>A</p>`},
		{"with typographic quotes", `<p>[vc_row el_class=&#8221;intro&#8221; full_width=&#8221;stretch&#8221;]</p><p>A</p><p>[/vc_row]</p>`, `<p>A</p>`},
		{"with an empty value", `[av_section min_height='' color='main']A[/av_section]`, `A`},
		{"across lines", "[et_pb_text admin_label=\"a\"\n  background=\"#fff\"]A[/et_pb_text]", `A`},
		{"with a tag in a value", `[vc_cta h2="Big <b>sale</b>" txt="x"]A[/vc_cta]`, `A`},
		{"with markup in base64", `A[vc_raw_html]JTNDc2NyaXB0JTNF[/vc_raw_html]B`, `AB`},
		{"pairs of any name", `[row][one_half]A[/one_half][one_half_last]B[/one_half_last][/row]`, `AB`},
		{"empty ones", `A[divider /]B[spacer height="20px"]C`, `ABC`},
		{"of forms", `<p>[wpforms id="12"]</p><p>[gravityform id=1 title=false]</p><p>[ninja_form id=3]</p><p>[mc4wp_form]</p>A`, `A`},
		{"several values without quotes", `[products limit=4 columns=2]A`, `A`},
		{"numbers of pictures", `[gallery ids=1,2,3]A`, `A`},
		{"a line break inside", "<p>[contact-form-7 id=\"1\"<br />\n title=\"C\"]</p>A", `A`},
		{"brackets of an author", `<p>A [sic], [1], [from 2024], [see the plan], [semi-detached], [A/C], […] and [video].</p>`, `<p>A [sic], [1], [from 2024], [see the plan], [semi-detached], [A/C], […] and [video].</p>`},
		{"code", `<pre><code>[gallery ids="1,2"]</code></pre><code>[vc_row]</code>`, `<pre><code>[gallery ids=&#34;1,2&#34;]</code></pre><code>[vc_row]</code>`},
		{"doubled brackets", `<p>[[gallery id="1"]]</p>`, `<p>[[gallery id=&#34;1&#34;]]</p>`},
		{"attributes", `<p title="[vc_row]">A</p>`, `<p title="[vc_row]">A</p>`},
		{"a bracket that never closes", `<p>[vc_row el_class="a</p><p>B</p>`, `<p>[vc_row el_class=&#34;a</p><p>B</p>`},
		{"a tag that only they make", `<[vc_row]script>alert(1)</[vc_row]script>A`, `A`},
		{"a link that only they make", `<a href="java[vc_x]script:alert(1)">A</a>`, `<a target="_self">A</a>`},
		{"a paragraph of a picture stays", `<p>[caption id="1"]<img src="/a.jpg" alt="">Bay[/caption]</p>`, `<p><img src="/a.jpg" alt="" loading="lazy"/>Bay</p>`},
	}
	s := newTest(t, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := s.HTML(tt.in).String(); got != tt.want {
				t.Errorf("HTML(%q)\n got %s\nwant %s", tt.in, got, tt.want)
			}
		})
	}
	if got := Text(`[vc_row el_class="a"][vc_column_text]Sea views.[/vc_column_text][/vc_row] [1]`); got != "Sea views. [1]" {
		t.Errorf("the plain text is %q", got)
	}
	if got := Words(`[vc_row el_class="a b c"]Sea views.[/vc_row]`); got != 2 {
		t.Errorf("%d words, want 2", got)
	}
	if got := Text(Start(strings.Repeat(`[vc_row el_class="a" css="b"]`, 500)+"<p>Sea views.</p>", 100)); got != "Sea views." {
		t.Errorf("the start is %q", got)
	}
}

// Brackets that turn out to be none cost no more than the text is long.
func TestBracketsAreReadInLinearTime(t *testing.T) {
	for _, unit := range []string{`[a x="`, `[a x='[b y="`, "[a ", "[vc_raw_html]", `<a "`, `<a ">`, "[/a ", "[[", `[a p="[a ' " p=" ' "`, "<pre>", "<code ", `<a "> "`, "<!--", "<pre></cod", "<pre>[a]</pre>"} {
		raw := "[a]" + strings.Repeat(unit, 100_000/len(unit))
		if got := withoutShortcodes(raw, nil); len(got) > len(raw) {
			t.Errorf("%q: %d bytes become %d", unit, len(raw), len(got))
		}
	}
}

func TestKeysAndStartsOfFilmsStay(t *testing.T) {
	for in, want := range map[string]string{
		"https://vimeo.com/823000001/0a1b2c3d4e":                        "https://player.vimeo.com/video/823000001?h=0a1b2c3d4e&dnt=1",
		"https://vimeo.com/823000001/0a1b2c3d4e?share=copy#t=30s":       "https://player.vimeo.com/video/823000001?h=0a1b2c3d4e&dnt=1#t=30s",
		"https://player.vimeo.com/video/823000001?title=0&h=0a1b2c3d4e": "https://player.vimeo.com/video/823000001?h=0a1b2c3d4e&dnt=1",
		"https://vimeo.com/manage/videos/823000001/0a1b2c3d4e":          "https://player.vimeo.com/video/823000001?h=0a1b2c3d4e&dnt=1",
		"https://vimeo.com/channels/staffpicks/823000001":               "https://player.vimeo.com/video/823000001?dnt=1",
		"https://vimeo.com/groups/x/videos/823000001":                   "https://player.vimeo.com/video/823000001?dnt=1",
		"https://vimeo.com/823000001?h=<script>":                        "https://player.vimeo.com/video/823000001?dnt=1",
		"https://vimeo.com/showcase/823000001":                          "",
		"https://vimeo.com/event/823000001":                             "",
		"https://vimeo.com/user/823000001":                              "",
		"https://vimeo.com/someone":                                     "",
		"https://youtu.be/dQw4w9WgXcQ?t=95":                             "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=95",
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s":          "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3723",
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=1m35s":           "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=95",
		"https://www.youtube.com/embed/dQw4w9WgXcQ?start=10&end=20":     "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?end=20&start=10",
		"https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share":      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"https://www.youtube.com/playlist?list=PL1234567890abcdef":      "https://www.youtube-nocookie.com/embed/videoseries?list=PL1234567890abcdef",
		"https://www.youtube.com/embed/videoseries?list=\"><script>":    "",
		"https://www.youtube.com/user/someagency":                       "",
		"https://www.youtube.com/c/agency12":                            "",
		"https://www.youtube.com/":                                      "",
	} {
		if got, _ := FindPlayer(in); got.Embed != want {
			t.Errorf("FindPlayer(%q) = %q, want %q", in, got.Embed, want)
		}
	}
}

func TestArticlesInFramesAreLinks(t *testing.T) {
	s := newTest(t, nil)
	for in, want := range map[string]string{
		`<iframe class="wp-embedded-content" src="https://cms.example.test/guide/embed/#?secret=a" title="Guide"></iframe>`:                                                                   `<p class="frame-link"><a href="/guide/" target="_self">Guide</a></p>`,
		`<blockquote class="wp-embedded-content"><a href="https://other.test/a/">A</a></blockquote><iframe class="wp-embedded-content" src="https://other.test/a/embed/#?secret=a"></iframe>`: `<blockquote class="wp-embedded-content"><a href="https://other.test/a/" target="_self">A</a></blockquote>`,
	} {
		if got := s.HTML(in).String(); got != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", in, got, want)
		}
	}
}

func TestColumnsOfMediaAndTextKeepTheirWidths(t *testing.T) {
	s := newTest(t, nil)
	for style, want := range map[string]string{
		"grid-template-columns:38% auto": ` style="grid-template-columns: 38% auto"`, "grid-template-columns:auto 27.5%": ` style="grid-template-columns: auto 27.5%"`,
		"grid-template-columns:url(x) auto": "", "grid-template-columns:repeat(9999,1px)": "", "grid-template-columns:900% auto": "",
	} {
		if got := s.HTML(`<div class="wp-block-media-text" style="` + style + `">a</div>`).String(); got != `<div class="wp-block-media-text"`+want+`>a</div>` {
			t.Errorf("%s becomes %s", style, got)
		}
	}
}

func TestChangesOfATextAreCounted(t *testing.T) {
	s := newTest(t, nil)
	got := s.Changes(`<script src="https://x.test/a.js"></script><p>[vc_row a="b"]A[/vc_row][vc_row a="b"]</p><img src="https://old.test/a.jpg"><img src="https://old.test/b.jpg">
		<img src="data:image/png;base64,AA" alt="Plan"><iframe src="https://maps.test/x"></iframe><video src="https://cdn.test/a.mp4"></video><h2 id="content">B</h2>
		<form action="/x"><input name="a"></form><x-card>C</x-card>`)
	want := []Change{
		{ChangeShortcode, "[vc_row]", 2},
		{ChangeForm, "/x", 1},
		{ChangeScript, "script https://x.test/a.js", 1},
		{ChangeForeign, "old.test", 2},
		{ChangePicture, "Plan", 1},
		{ChangeFrame, "maps.test", 1},
		{ChangeFilm, "cdn.test", 1},
		{ChangeAnchor, "#content", 1},
		{ChangeElement, "x-card", 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if got := s.Changes(`<h2 class="wp-block-heading" id="á">A</h2><p><a href="/x/">b</a> <img src="/a.jpg" alt=""></p><!-- wp:x -->`); len(got) > 0 {
		t.Errorf("a text that is shown as it is has the changes %v", got)
	}
}

// Every word that a reader of the CMS sees is on the page, whatever elements are around it.
func FuzzNoWordVanishes(f *testing.F) {
	for _, seed := range []string{"<p>one", "<x>a</x>b", "<button>a<button>b", "<form>a<p>b", "<table>a<tr>b", "<h3><button aria-expanded=a>c</button></h3>d<div>e", "<math>a<b>c", "<a>b<a>c"} {
		f.Add(seed)
	}
	s, err := New(Config{SiteURL: "https://www.example.test", CMSURL: "https://cms.example.test"})
	if err != nil {
		f.Fatal(err)
	}
	hiding := []string{
		"<script", "<style", "<svg", "<noscript", "<template", "<input", "<select", "<textarea", "<iframe", "<noembed", "<noframes", "<title", "<option", "[", "<object", "<video",
		"<audio", "<datalist", "<frameset", "<math", "<canvas", "<xmp", "<plaintext", "aria-hidden", "<!", "<optgroup", "<image", "<listing",
	}
	f.Fuzz(func(t *testing.T, in string) {
		for _, bad := range hiding {
			if strings.Contains(strings.ToLower(in), bad) {
				return
			}
		}
		if !utf8.ValidString(in) || strings.ContainsRune(in, 0) {
			return
		}
		want, got := letters(Text(in)), letters(Text(s.HTML(in).String()))
		for r, n := range want {
			if got[r] < n {
				t.Errorf("HTML(%q) = %q lost %q", in, s.HTML(in).String(), r)
			}
		}
	})
}

func letters(text string) map[rune]int {
	all := map[rune]int{}
	for _, r := range text {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			all[r]++
		}
	}
	return all
}
