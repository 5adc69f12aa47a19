package wxr

import (
	"html"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
)

// fixture is an export with the entries of WordPress's theme unit test. ESTATE_WXR names another file,
// whose texts are compared word by word too.
func fixture(t *testing.T) *Export {
	t.Helper()
	name := "testdata/theme-unit-test.xml"
	if other := os.Getenv("ESTATE_WXR"); other != "" {
		name = other
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	export, err := Read(in, Config{File: func(upload string) string { return "/media/" + upload }})
	if err != nil {
		t.Fatal(err)
	}
	return export
}

// own skips a test of what only the fixture has.
func own(t *testing.T) *Export {
	t.Helper()
	if os.Getenv("ESTATE_WXR") != "" {
		t.Skip("another file is read")
	}
	return fixture(t)
}

func find[T content.Entity](t *testing.T, export *Export, id int) T {
	t.Helper()
	for _, entity := range export.Entities {
		if found, ok := entity.(T); ok && entity.Ref().ID == id {
			return found
		}
	}
	t.Fatalf("%d is not in the export", id)
	panic("unreachable")
}

var (
	comments   = regexp.MustCompile(`(?s)<!--.*?-->`)
	marks      = regexp.MustCompile(`\[/?(?:caption|gallery|audio|video|playlist|embed|wp_caption)\b[^\]]*\]`)
	tagsOfText = regexp.MustCompile(`(?s)<[^>]*>`)
	hidden     = regexp.MustCompile(`(?is)<(script|style|iframe|noscript|form)\b.*?</(?:script|style|iframe|noscript|form)>`)
	addresses  = regexp.MustCompile(`https?://\S+`)
)

// wordsOf are the words of a text, without addresses.
func wordsOf(text string) []string {
	text = addresses.ReplaceAllString(text, " ")
	return strings.FieldsFunc(html.UnescapeString(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// Every word of every entry is on its page, in the same order.
func TestNoWordOfTheThemeUnitTestVanishes(t *testing.T) {
	name := "testdata/theme-unit-test.xml"
	if other := os.Getenv("ESTATE_WXR"); other != "" {
		name = other
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	raw, err := readFile(in)
	if err != nil {
		t.Fatal(err)
	}
	export := fixture(t)
	sanitizer, err := sanitize.New(sanitize.Config{SiteURL: "https://www.example.test"})
	if err != nil {
		t.Fatal(err)
	}
	shown := map[content.Ref]string{}
	for _, entity := range export.Entities {
		switch e := entity.(type) {
		case *content.Post:
			shown[e.Ref()] = e.Title + " " + sanitize.Text(sanitizer.HTML(string(e.Content)).String())
		case *content.Page:
			shown[e.Ref()] = e.Title + " " + sanitize.Text(sanitizer.HTML(string(e.Content)).String())
		}
	}
	compared := 0
	for i := range raw.Items {
		item := &raw.Items[i]
		page, found := shown[content.Ref{Type: content.Type(item.Type), ID: item.ID}]
		if item.Type != "post" && item.Type != "page" || item.Status != "publish" || item.Password != "" {
			continue
		}
		if !found {
			t.Errorf("%s %d is missing", item.Type, item.ID)
			continue
		}
		text, _ := item.texts()
		text = marks.ReplaceAllString(hidden.ReplaceAllString(comments.ReplaceAllString(text, " "), " "), " ")
		wanted := append(wordsOf(tagsOfText.ReplaceAllString(item.Title, "")), wordsOf(tagsOfText.ReplaceAllString(text, " "))...)
		has := wordsOf(page)
		for _, word := range wanted {
			at := slices.Index(has, word)
			if at < 0 {
				if strings.Contains(strings.Join(wordsOf(page), ""), word) { // a part of a word has markup of its own
					continue
				}
				t.Errorf("%s %d (%s): the word %q is missing, or not in its place", item.Type, item.ID, item.Link, word)
				break
			}
			has = has[at+1:]
		}
		compared++
	}
	if compared == 0 {
		t.Error("no entry was compared")
	}
}

func TestAnExportBecomesContent(t *testing.T) {
	export := own(t)
	post := find[*content.Post](t, export, 117)
	if post.Link != "/2013/01/template-featured-image-horizontal/" || post.Slug != "template-featured-image-horizontal" || post.Author != 2 ||
		!slices.Equal(post.Categories, []int{3}) || post.Status != content.StatusPublish || post.Date.Format("2006-01-02") != "2013-01-06" {
		t.Errorf("post: %+v", post)
	}
	if f := post.Featured; f == nil || f.URL != "/media/2013/01/picture-611.jpg" || f.Width != 1200 || f.Height != 800 || f.Alt[i18n.LangEN] != "Alternative of 611" {
		t.Errorf("featured picture: %+v", post.Featured)
	}
	if !slices.Contains(export.Redirects, content.RedirectPair{From: "/2013/01/featured-picture/", To: post.Link}) {
		t.Errorf("redirects: %v", export.Redirects)
	}
	child := find[*content.Page](t, export, 202)
	if child.Link != "/parent-page/child-page/" || child.Parent != 201 || child.Slug != "child-page" {
		t.Errorf("child: %+v", child.Head)
	}
	if cyrillic := find[*content.Post](t, export, 132); cyrillic.Slug != "кириллица" {
		t.Errorf("slug %q", cyrillic.Slug)
	}
	note, es := find[*content.Post](t, export, 131), find[*content.Post](t, export, 130)
	if es.Lang != i18n.LangES || es.Link != "/es/2013/01/nota-con-pie/" || note.AlternativeLinks[i18n.LangES] != es.Link || es.AlternativeLinks[i18n.LangEN] != note.Link {
		t.Errorf("translations: %+v, %+v", note.Head, es.Head)
	}
	for want, in := range map[string]content.UnsafeHTML{
		`<li id="7e2a">La <em>nota</em> al pie. <a href="#7e2a-link">`:                      es.Content,
		`<p>Words of the pattern.</p>`:                                                      find[*content.Post](t, export, 127).Content,
		`<a href="/2013/01/template-sticky/">here</a>`:                                      find[*content.Page](t, export, 200).Content,
		`<div class="wp-block-embed__wrapper">https://vimeo.com/823000001/0a1b2c3d4e</div>`: find[*content.Post](t, export, 123).Content,
		`<figcaption class="wp-caption-text">Older captions are an attribute</figcaption>`:  find[*content.Post](t, export, 101).Content,
		"<div class=\"gallery gallery-columns-2\">\n<figure class=\"gallery-item\"><img src=\"/media/2013/01/picture-611.jpg\" alt=\"Alternative of 611\">\n<figcaption class=\"wp-caption-text\">Caption of picture 611": find[*content.Post](t, export, 700).Content,
		"<p>Costello: Funny names?<br>\nAbbott: Nicknames.</p>": find[*content.Post](t, export, 125).Content,
	} {
		if !strings.Contains(string(in), want) {
			t.Errorf("%s\nhas no %s", in, want)
		}
	}
	if protected := find[*content.Post](t, export, 115); !protected.Protected || protected.Content != "" {
		t.Errorf("a text with a password: %+v", protected)
	}
	if media := find[*content.Media](t, export, 611); media.Image.URL != "/media/2013/01/picture-611.jpg" || media.Mime != "image/jpeg" || media.Parent != 700 {
		t.Errorf("media: %+v", media)
	}
	for id, want := range map[int]content.Status{118: content.StatusFuture, 119: content.StatusDraft, 121: content.StatusPrivate} {
		if got := find[*content.Post](t, export, id); got.Status != want || got.Link != "" {
			t.Errorf("%d has the status %s and the link %q", id, got.Status, got.Link)
		}
	}
	if got := find[*content.Page](t, export, 200).Fields.Description; got != "About the agency." {
		t.Errorf("description %q", got)
	}
}

func TestTermsAuthorsAndMenusAreRead(t *testing.T) {
	export := own(t)
	terms := map[string]*content.Term{}
	for _, term := range export.Terms {
		terms[term.Taxonomy+"/"+term.Slug] = term
	}
	if block := terms["category/block"]; block == nil || block.ID != 5 || block.Parent != 3 || block.Link != "/category/markup/block/" || block.Count != 3 {
		t.Errorf("block: %+v", block)
	}
	if news := terms["category/noticias"]; news == nil || news.Lang != i18n.LangES || news.Link != "/es/category/noticias/" || news.Description[i18n.LangES] != "Las noticias." {
		t.Errorf("noticias: %+v", news)
	}
	if news := terms["category/news"]; news == nil || news.Name[i18n.LangEN] != "News & more" {
		t.Errorf("news: %+v", news)
	}
	if tag := terms["tag/tag-j"]; tag == nil || tag.ID != 29 || tag.Link != "/tag/tag-j/" {
		t.Errorf("a tag that the file does not list: %+v", tag)
	}
	if len(export.Authors) != 1 || !reflect.DeepEqual(*export.Authors[0], content.Author{ID: 2, Slug: "editor", Name: "Ana Editor", Link: "/author/editor/"}) {
		t.Errorf("authors: %+v; their mail addresses stay private", export.Authors)
	}
	main := export.Menus[i18n.LangEN]["main"]
	want := []string{"Home /", "About The Tests /about/", "Pages ", "Markup /category/markup/", "Elsewhere https://example.org/"}
	var got []string
	for _, entry := range main.Items {
		got = append(got, entry.Label[i18n.LangEN]+" "+entry.Link)
	}
	if !slices.Equal(got, want) {
		t.Errorf("main menu: %q, want %q", got, want)
	}
	if columns := main.Items[2].Columns; len(columns) != 1 || columns[0].Title[i18n.LangEN] != "Parent Page" || columns[0].Items[0].Link != "/parent-page/child-page/" {
		t.Errorf("columns: %+v", columns)
	}
	if spanish := export.Menus[i18n.LangES]["main"]; len(spanish.Items) != 1 || spanish.Items[0].Link != "/es/quienes-somos/" {
		t.Errorf("Spanish menu: %+v", spanish)
	}
	if block := export.Menus[i18n.LangEN]["block-nav"]; len(block.Items) != 2 || block.Items[1].Columns[0].Items[0].Link != "/parent-page/child-page/" {
		t.Errorf("menu of blocks: %+v", block)
	}
}

func TestWhatDoesNotComeIsCounted(t *testing.T) {
	export := own(t)
	for name, want := range map[string]int{
		"comment": 9, "property": 1, "revision": 1, "post with the status trash": 1, "latest-posts": 1, "text with a password": 1, "term of property_city": 1,
	} {
		if got := export.Skipped[name]; got != want {
			t.Errorf("%s: %d, want %d (%v)", name, got, want, export.Skipped)
		}
	}
	in, err := os.Open("testdata/theme-unit-test.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	export, err = Read(in, Config{})
	if err != nil {
		t.Fatal(err)
	}
	const picture = "https://former.example.test/wp-content/uploads/2013/01/picture-611.jpg"
	if export.Files[picture] == 0 || find[*content.Media](t, export, 611).Image.URL != picture {
		t.Errorf("files that are not here: %v", export.Files)
	}
}

func exportOf(body string) string {
	return `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.1/"><channel><wp:base_blog_url>https://a.test/wp</wp:base_blog_url>` + body + `</channel></rss>`
}

func itemOf(content string) string {
	return `<item><title>A</title><link>https://a.test/wp/a/</link><content:encoded><![CDATA[` + content + `]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_name>a</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
}

func TestHostileExportsAreLimited(t *testing.T) {
	for name, tt := range map[string]struct{ in, err string }{
		"a very large item":      {exportOf(itemOf(strings.Repeat("word ", maxItemBytes/4))), "larger than 16 MB"},
		"a file that ends early": {exportOf(itemOf("a"))[:300], "cannot be read"},
		"entities of its own":    {`<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>` + exportOf(`<item><title>&b;</title></item>`), ""},
		"files of the machine":   {`<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + exportOf(`<item><title>&x;</title><x>&x;</x></item>`), ""},
		"deep elements":          {exportOf("<item>" + strings.Repeat("<a>", 200_000) + "</item>"), ""},
		"no XML":                 {"hello", ""},
	} {
		t.Run(name, func(t *testing.T) {
			export, err := Read(strings.NewReader(tt.in), Config{})
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
			if export != nil && len(export.Entities) > 0 {
				t.Errorf("entities %+v", export.Entities)
			}
		})
	}
	bad := exportOf(strings.Replace(itemOf("<p>A\x0bB \x00 \xff <a href=\"https://a.test/wp/b/?x=1#c\">c</a> <a href=\"https://a.test/wpx/\">d</a></p>"), "<title>A</title>", "<title>A &nbsp;&euro; B</title>", 1))
	export, err := Read(strings.NewReader(bad), Config{})
	if err != nil {
		t.Fatal(err)
	}
	post := export.Entities[0].(*content.Post)
	if post.Title != "A € B" || !strings.Contains(string(post.Content), `<a href="/b/?x=1#c">c</a> <a href="https://a.test/wpx/">d</a>`) || post.Link != "/a/" {
		t.Errorf("%+v", post)
	}
	if Is([]byte(`{"kind":"header"}`)) || !Is([]byte(exportOf(""))) {
		t.Error("exports are not recognised")
	}
}

func TestTextsOfTheClassicEditorGetParagraphs(t *testing.T) {
	for in, want := range map[string]string{
		"":                                 "",
		"One\ntwo\n\nThree":                "<p>One<br>\ntwo</p>\n<p>Three</p>",
		"<p>Has one</p>\nNext":             "<p>Has one</p>\n<p>Next</p>",
		"<ul>\n<li>A</li>\n</ul>\nB":       "<ul>\n<li>A</li>\n</ul>\n<p>B</p>",
		"<pre>a\n\nb</pre>":                "<pre>a\n\nb</pre>",
		"<div>A\n\nB</div>":                "<div>A\n<p>B</p></div>",
		"A<!--more-->B":                    "<p>A</p>\n<p>B</p>",
		"<b>Bold</b> text":                 "<p><b>Bold</b> text</p>",
		"<blockquote>A\n\nB</blockquote>C": "<blockquote>A\n<p>B</p></blockquote>\n<p>C</p>",
	} {
		if got := paragraphs(in); got != want {
			t.Errorf("paragraphs(%q)\n got %q\nwant %q", in, got, want)
		}
	}
}
