package sanitize

import (
	"strings"
	"testing"
)

func newTest(t *testing.T, change func(*Config)) *Sanitizer {
	t.Helper()
	cfg := Config{SiteURL: "https://www.example.test", CMSURL: "https://cms.example.test", ReservedIDs: []string{"content"}}
	if change != nil {
		change(&cfg)
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnsafeMarkupIsRemoved(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"scripts are removed with their text", `<p>a</p><script>alert(1)</script>`, `<p>a</p>`},
		{"event handlers are removed", `<p onclick="x()" ONLOAD=y>a</p>`, `<p>a</p>`},
		{"javascript URLs are removed", `<a href="javascript:alert(1)">a</a>`, `<a target="_self">a</a>`},
		{"disguised javascript URLs are removed", "<a href=\"java\tscript:alert(1)\">a</a>", `<a target="_self">a</a>`},
		{"SVG is removed", `<svg onload="x()"><a href="/x">a</a></svg>b`, `b`},
		{"noscript is removed", `<p>x</p><noscript><img src="/a.jpg" alt=""></noscript>`, `<p>x</p>`},
		{"forms are removed", `<form action="https://evil.test"><input name="p">x</form>y`, `y`},
		{"comments of the block editor are removed", `<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->`, `<p>a</p>`},
		{"space between inline elements stays", `<p><b>Villa</b> <i>Marbella</i></p>`, `<p><b>Villa</b> <i>Marbella</i></p>`},
		{"reserved ids are removed", `<h2 id="content">a</h2><h2 id="fotos">b</h2>`, `<h2>a</h2><h2 id="fotos">b</h2>`},
		{"the page has one h1", `<h1 class="wp-block-heading">a</h1>`, `<h2 class="wp-block-heading">a</h2>`},
		{"positions and backgrounds are removed", `<p style="position:fixed;text-align:center;background:url(//evil.test)">a</p>`, `<p style="text-align: center">a</p>`},
		{"styles of an editor's toolbar are kept", `<p style="color:#CF2E2E;margin-top:4px; font-size: 1.25em;background-color:rgb(1, 2, 3)">a</p>`, `<p style="color: #CF2E2E; margin-top: 4px; font-size: 1.25em; background-color: rgb(1, 2, 3)">a</p>`},
		{"spacing and borders are kept", `<div style="height:100px;padding:0 1em;border:1px solid #ccc;line-height:1.5">a</div>`, `<div style="height: 100px; padding: 0 1em; border: 1px solid #ccc; line-height: 1.5">a</div>`},
		{"a picture keeps its aspect ratio", `<img src="/a.jpg" alt="" style="width:50%;height:900px">`, `<img src="/a.jpg" alt="" style="width: 50%" loading="lazy"/>`},
		{"negative margins and offsets are removed", `<p style="margin-top:-400px;top:0;left:0;transform:none;color:url(x);z-index:9">a</p>`, `<p>a</p>`},
		{"labels keep the id of their field", `<label for="email">E-mail</label>`, `<label for="email">E-mail</label>`},
		{"classes of the document are removed", `<p class="skip-link wp-x">a</p><p class="reveal">b</p>`, `<p class="wp-x">a</p><p>b</p>`},
		{"data-src is removed from other elements", `<div data-src="https://evil.test/x">a</div>`, `<div>a</div>`},
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

func TestLinksLeadToTheSite(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"of the CMS", `<a href="https://cms.example.test/a/?a=1&amp;b=2">x</a>`, `<a href="/a/?a=1&amp;b=2" target="_self">x</a>`},
		{"whatever the scheme", `<a href="http://cms.example.test/a">x</a>`, `<a href="/a" target="_self">x</a>`},
		{"not of a host that begins alike", `<a href="https://cms.example.test.evil.test/a">x</a>`, `<a href="https://cms.example.test.evil.test/a" target="_self">x</a>`},
		{"not to uploads", `<a href="https://cms.example.test/wp-content/uploads/a.pdf">x</a>`, `<a href="https://cms.example.test/wp-content/uploads/a.pdf" target="_self">x</a>`},
		{"anchors stay plain", `<a href="#fotos" target="_blank">x</a>`, `<a href="#fotos">x</a>`},
		{"the top of the page is an anchor too", `<a href="#">x</a> <a href="#top-of-page">y</a>`, `<a href="#">x</a> <a href="#top-of-page">y</a>`},
		{"names without address stay plain", `<a name="x">X</a>`, `<a name="x">X</a>`},
		{"mail and phone", `<a href="mailto:a@example.test">m</a><a href="tel:+34600000000">t</a>`, `<a href="mailto:a@example.test" target="_self">m</a><a href="tel:+34600000000" target="_self">t</a>`},
		{"a new window has no opener", `<a href="https://x.test/" target="_blank" rel="opener">x</a>`, `<a href="https://x.test/" rel="noopener" target="_blank">x</a>`},
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

func TestHrefReplacesTheFolder(t *testing.T) {
	s := newTest(t, func(c *Config) { c.SiteURL, c.CMSURL = "https://www.example.test/web", "https://cms.example.test/cms" })
	for in, want := range map[string]string{
		"https://cms.example.test/cms/a/":  "/web/a/",
		"https://cms.example.test/cmsx/a/": "https://cms.example.test/cmsx/a/",
		"/a/":                              "/a/",
	} {
		if got := s.Href(in); got != want {
			t.Errorf("Href(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPicturesLoadLazilyAndFromAllowedHosts(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
		not      []string
	}{
		{"lazy by default", `<img src="https://cms.example.test/wp-content/uploads/a.jpg" alt="Vistas">`, []string{`src="https://cms.example.test/wp-content/uploads/a.jpg"`, `alt="Vistas"`, `loading="lazy"`}, nil},
		{"eager if the editor says so", `<img src="/a.jpg" alt="" loading="eager">`, []string{`loading="eager"`, `alt=""`}, nil},
		{"attributes of a lazy-load plugin", `<img src="data:image/gif;base64,AA" data-src="/a.jpg" data-srcset="/a.jpg 300w">`, []string{`src="/a.jpg"`, `srcset="/a.jpg 300w"`}, []string{"data:"}},
		{"a box reserves the space", `<img src="/a.jpg" width="300" height="200" alt="">`, []string{`padding-bottom: 66.6667%`, `width="300"`}, nil},
		{"a picture of another host becomes a link", `<img src="https://tracker.test/p.gif" alt="Plan">`, []string{`<a href="https://tracker.test/p.gif"`, `>Plan</a>`}, []string{"<img"}},
		{"a srcset of another host is removed", `<img src="/a.jpg" srcset="https://tracker.test/p.gif 1x">`, []string{`src="/a.jpg"`}, []string{"tracker"}},
	}
	s := newTest(t, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, s.HTML(tt.in).String(), tt.want, tt.not) })
	}
}

func TestPicturesBecomeRenditions(t *testing.T) {
	s := newTest(t, func(c *Config) {
		c.Picture = func(image Image) (Rendition, bool) {
			return Rendition{Src: "/m/a-800.jpg", Widths: []int{320, 800}, Width: 1600, Height: 900, Color: "#c0ffee"}, true
		}
	})
	check(t, s.HTML(`<figure class="wp-block-image"><img class="wp-image-3" src="/a.jpg" alt="Bay"></figure>`).String(), []string{
		`<picture><source type="image/avif" srcset="/m/a-320.avif 320w, /m/a-800.avif 800w"`, `src="/m/a-800.jpg"`,
		`srcset="/m/a-320.jpg 320w, /m/a-800.jpg 800w"`, `class="wp-image-3"`,
		`width="1600" height="900"`, `alt="Bay"`, `background-color: #c0ffee`,
	}, []string{"/a.jpg\""})
}

func TestFramesLoadOnAClick(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
		not      []string
	}{
		{
			"YouTube without cookies", `<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1" title="Film"></iframe>`,
			[]string{`data-src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"`, `title="Film"`, `loading="lazy"`, ">Film</a>"},
			[]string{` src=`, "autoplay"},
		},
		{"Vimeo without tracking", `<iframe data-src="//player.vimeo.com/video/12345678"></iframe>`, []string{`data-src="https://player.vimeo.com/video/12345678?dnt=1"`}, []string{` src=`}},
		{"a host of the settings", `<iframe src="https://maps.example.test/x?y=1"></iframe>`, []string{`data-src="https://maps.example.test/x?y=1"`}, []string{` src=`}},
		{"any other host is a link", `<iframe src="https://evil.test/x"></iframe>`, []string{`<a href="https://evil.test/x"`}, []string{"<iframe"}},
		{"no scripts by the back door", `<iframe src="javascript:alert(1)" srcdoc="<script>x</script>"></iframe>`, nil, []string{"javascript", "script", "iframe"}},
		{"the address of an embed block", "<figure class=\"wp-block-embed\"><div class=\"wp-block-embed__wrapper\">\nhttps://youtu.be/dQw4w9WgXcQ\n</div></figure>", []string{`data-src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"`}, nil},
	}
	s := newTest(t, func(c *Config) { c.FrameHosts = []string{"maps.example.test"} })
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, s.HTML(tt.in).String(), tt.want, tt.not) })
	}
}

func check(t *testing.T, got string, want, not []string) {
	t.Helper()
	for _, part := range want {
		if !strings.Contains(got, part) {
			t.Errorf("got %s\nwant it to hold %s", got, part)
		}
	}
	for _, part := range not {
		if strings.Contains(got, part) {
			t.Errorf("got %s\nwant it without %s", got, part)
		}
	}
}

func TestHarmfulInputIsLimited(t *testing.T) {
	s := newTest(t, nil)
	tests := map[string]string{
		"very long":     strings.Repeat("<p>word</p>", 300_000),
		"very deep":     strings.Repeat("<div>", 50_000) + "x",
		"broken":        "<p><b><a href=\"<img src=x onerror=alert(1)>\"",
		"invalid UTF-8": "<p>\xff\xfe</p>",
		"zero bytes":    "<p>\x00<script\x00>alert(1)</script></p>",
	}
	for name, in := range tests {
		t.Run(name, func(t *testing.T) {
			got := s.HTML(in).String()
			if len(got) > 2*MaxBytes {
				t.Errorf("got %d bytes, want at most twice %d", len(got), MaxBytes)
			}
			if strings.Contains(got, "<script") || strings.Contains(got, "onerror=") && !strings.Contains(got, "&lt;") && !strings.Contains(got, "%3C") {
				t.Errorf("got %.200s", got)
			}
		})
	}
}

func TestSanitizedMarkupIsNotChangedAgain(t *testing.T) {
	s := newTest(t, nil)
	in := `<h2 class="wp-block-heading" id="a">T</h2><ul><li><a href="/x/" target="_self">y</a></li></ul><blockquote class="wp-block-quote"><p>q</p><cite>c</cite></blockquote><table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>`
	if got := s.HTML(in).String(); got != in {
		t.Errorf("got %s\nwant %s", got, in)
	}
}

func FuzzHTML(f *testing.F) {
	for _, seed := range []string{"<p>a</p>", "<a href=x onclick=y>", "<img src=x onerror=z>", "<svg><script>x", "<iframe srcdoc=x>", "<math><mi//xlink:href=\"data:x,<script>alert(4)</script>\">"} {
		f.Add(seed)
	}
	s, err := New(Config{SiteURL: "https://www.example.test", CMSURL: "https://cms.example.test"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got := s.HTML(in).String()
		for _, bad := range []string{"<script", "srcdoc", "<iframe src", "<object", "<svg", "<style", "javascript:"} {
			if strings.Contains(strings.ToLower(tagsOf(got)), bad) {
				t.Errorf("HTML(%q) = %q holds %s", in, got, bad)
			}
		}
	})
}

// tagsOf returns the tags of markup without its text.
func tagsOf(markup string) string {
	var b strings.Builder
	inTag := false
	for _, r := range markup {
		inTag = inTag && r != '>' || r == '<'
		if inTag {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func TestPostersOfVideosAreRenditions(t *testing.T) {
	s, err := New(Config{SiteURL: "https://www.example.test", Picture: func(i Image) (Rendition, bool) {
		return Rendition{Src: "/m" + i.Src + "-960.jpg"}, i.Src == "/media/a.jpg" && i.Width > 0
	}})
	if err != nil {
		t.Fatal(err)
	}
	check(t, s.HTML(`<video src="/f.mp4" poster="/media/a.jpg"></video>`).String(), []string{`poster="/m/media/a.jpg-960.jpg"`}, nil)
	for _, poster := range []string{"/media/unknown.tiff", "https://elsewhere.test/a.jpg"} {
		check(t, s.HTML(`<video src="/f.mp4" poster="`+poster+`"></video>`).String(), []string{`src="/f.mp4"`}, []string{"poster"})
	}
}

// The layer, the height and the part of the picture that an editor chooses for a cover.
func TestCoversKeepTheirLook(t *testing.T) {
	s, err := New(Config{SiteURL: "https://www.example.test", CMSURL: "https://cms.example.test", Picture: func(image Image) (Rendition, bool) {
		return Rendition{Src: "/m/a-800.jpg", Width: 800, Height: 600, Color: "#c0ffee"}, image.Src == "https://cms.example.test/a.jpg"
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, markup, want, without string }{
		{"colour of the layer", `<span class="wp-block-cover__background has-background-dim-20" style="background-color:#0a5fb4"></span>`, `has-background-dim-20" style="background-color: #0a5fb4"`, ""},
		{"gradient", `<span style="background:linear-gradient(135deg,rgba(6,147,227,1) 0%,#9b51e0 100%)"></span>`, `style="background: linear-gradient(135deg,rgba(6,147,227,1) 0%,#9b51e0 100%)"`, ""},
		{"gradient of every theme", `<span class="wp-block-cover__background has-background-dim has-midnight-gradient-background"></span>`, `has-midnight-gradient-background"`, ""},
		{"gradient with an address", `<span style="background:linear-gradient(135deg,url(//x.test/a) 0%,#9b51e0 100%)">a</span>`, "<span>", "url"},
		{"background with an address", `<span style="background:url(//x.test/a)">a</span>`, "<span>", "url"},
		{"height of the window", `<div class="wp-block-cover" style="min-height:40vh">a</div>`, `style="min-height: 40vh"`, ""},
		{"part of the picture", `<img src="https://cms.example.test/a.jpg" style="object-position:20% 80%">`, `style="background-color: #c0ffee; object-position: 20% 80%"`, ""},
		{"place outside of the frame", `<img src="https://cms.example.test/a.jpg" style="object-position:calc(1px) 80%">`, "/m/a-800.jpg", "object-position"},
		{"fixed background", `<div role="img" class="wp-block-cover__image-background has-parallax" style="background-position:30% 60%;background-image:url(https://cms.example.test/a.jpg)"></div>`, `<img src="/m/a-800.jpg"`, "url("},
		{"background of an older cover", `<div class="wp-block-cover" style="background-image:url('https://cms.example.test/a.jpg')"><p>a</p></div>`, `<div class="wp-block-cover"><picture><img src="/m/a-800.jpg"`, "url("},
		{"background of another host", `<div class="wp-block-cover" style="background-image:url(https://other.test/a.jpg)"><p>a</p></div>`, `<p>a</p>`, "<img"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var without []string
			if tt.without != "" {
				without = []string{tt.without}
			}
			check(t, s.HTML(tt.markup).String(), []string{tt.want}, without)
		})
	}
}

func TestPicturesKeepSizeAndTransparency(t *testing.T) {
	s, err := New(Config{SiteURL: "https://www.example.test", CMSURL: "https://cms.example.test", Picture: func(image Image) (Rendition, bool) {
		return Rendition{Src: "/m/a-800.jpg", Widths: []int{320, 800}, Width: image.Width, Height: image.Height, Color: "#c0ffee"}, true
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, markup, want, without string }{
		{"a transparent format has no colour behind it", `<img src="https://cms.example.test/logo.png" width="400" height="200">`, `width="400" height="200"/>`, "background"},
		{"a photograph has one", `<img src="/a.jpg" width="400" height="200">`, `background-color: #c0ffee`, ""},
		{"the name has the size of a copy", `<img src="/wp-content/uploads/icon-100x80.png">`, `width="100" height="80"`, ""},
		{"an unknown size is the picture's own", `<img src="/icon.png">`, `<source type="image/avif" srcset="/m/a-800.avif"/>`, "sizes"},
		{"without a width", `<img src="/icon.png">`, `<img src="/m/a-800.jpg"`, "width="},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.HTML(tt.markup).String()
			if !strings.Contains(got, tt.want) || tt.without != "" && strings.Contains(got, tt.without) {
				t.Errorf("%s\nwant %s without %q", got, tt.want, tt.without)
			}
		})
	}
}
