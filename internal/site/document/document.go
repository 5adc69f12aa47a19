package document

import (
	"bytes"
	"cmp"
	"html"
	"strings"

	"estate/internal/platform/brand"
	"estate/internal/site/ssr"
	"estate/internal/site/view"
)

// Document is the page of a View.
type Document struct {
	View      *view.View
	JSON      []byte        // of the View; encoding/json escapes "<", so no text ends the script element
	Rendering ssr.Rendering // HTML is nil when rendering failed
	Files     Files
	Theme     Theme
	// SearchFeed is the link of the Atom feed of a page of results, "" for any other page. It is not part of the
	// View: only feed readers use it.
	SearchFeed string
}

// Files are the files that a document links to, in order.
type Files struct {
	Before  []string // scripts that run first; development only
	Boot    string   // loads Script; "" in development, where Script loads by itself
	Script  string
	Modules []string // loaded with Script: imports and the chunks of the sections
	Style   string
	Fonts   []string
}

// Theme is the colours and the icon of the site.
type Theme struct {
	Style       string // attribute of the body with the colours of the agency; "" for those of the style sheet
	Color       string // theme-color: that of the browser's own parts
	IconVersion string // part of the addresses of the icons; "" for the built-in ones
}

// Bytes returns the page: the head from the view, the rendered root element or, without one,
// the fallback, and the view as JSON.
func (d *Document) Bytes() []byte {
	var page bytes.Buffer
	page.Grow(8<<10 + len(d.Rendering.HTML) + len(d.JSON))
	w := htmlWriter{&page}
	w.raw(`<!doctype html><html lang="`).text(string(d.View.Lang)).raw(`"><head><meta charset="utf-8">`)
	w.raw(`<meta name="viewport" content="width=device-width, initial-scale=1">`)
	w.head(&d.View.Head)
	if d.SearchFeed != "" {
		w.raw(`<link data-head rel="alternate" type="application/atom+xml" href="`).text(d.SearchFeed).raw(`">`)
	}
	w.preload(d.Rendering.Preload)
	w.theme(d.Theme)
	w.files(d.Files)
	w.raw(`</head><body`)
	if d.Theme.Style != "" {
		w.raw(` style="`).text(d.Theme.Style).raw(`"`)
	}
	w.raw(`><div id="root">`)
	page.Write(d.Rendering.HTML)
	w.raw(`</div>`)
	if d.Rendering.HTML == nil {
		w.loading(d.View)
		w.summary(d.View)
	}
	w.raw(`<script type="application/json" id="view">`)
	page.Write(d.JSON)
	w.raw(`</script></body></html>`)
	return page.Bytes()
}

// htmlWriter writes HTML. Texts and attribute values go through text, which escapes.
type htmlWriter struct{ b *bytes.Buffer }

func (w htmlWriter) raw(s string) htmlWriter {
	w.b.WriteString(s)
	return w
}

func (w htmlWriter) safe(markup view.SafeHTML) htmlWriter { return w.raw(markup.String()) }

func (w htmlWriter) text(s string) htmlWriter {
	w.b.WriteString(html.EscapeString(s))
	return w
}

// head writes the tags for browsers, search engines and social networks. Navigation replaces
// those with the attribute data-head.
func (w htmlWriter) head(head *view.Head) {
	w.raw(`<title>`).text(head.Title).raw(`</title>`)
	w.meta("name", "description", head.Description)
	w.meta("name", "robots", head.Robots)
	w.link("canonical", head.Canonical)
	w.link("prev", head.Prev)
	w.link("next", head.Next)
	for _, alternate := range head.Alternates {
		w.raw(`<link data-head rel="alternate" hreflang="`).text(alternate.HrefLang).
			raw(`" href="`).text(alternate.Href).raw(`">`)
	}
	if head.Feed != "" {
		w.raw(`<link data-head rel="alternate" type="application/rss+xml" href="`).text(head.Feed).raw(`">`)
	}
	for _, meta := range head.Meta {
		if meta.Property != "" {
			w.meta("property", meta.Property, meta.Content)
		} else {
			w.meta("name", meta.Name, meta.Content)
		}
	}
	for _, data := range head.JSONLD {
		w.raw(`<script data-head type="application/ld+json">`)
		w.b.Write(escapeScript(data))
		w.raw(`</script>`)
	}
}

func (w htmlWriter) meta(kind, name, content string) {
	if content != "" {
		w.raw(`<meta data-head ` + kind + `="`).text(name).raw(`" content="`).text(content).raw(`">`)
	}
}

func (w htmlWriter) link(rel, href string) {
	if href != "" {
		w.raw(`<link data-head rel="` + rel + `" href="`).text(href).raw(`">`)
	}
}

// theme writes the colour and the icons. They are no SVG: in a private window Chromium reads the icon at each navigation, and
// makes a document of an SVG in the thread of the page.
func (w htmlWriter) theme(theme Theme) {
	version := ""
	if theme.IconVersion != "" {
		version = "?v=" + theme.IconVersion
	}
	w.raw(`<meta name="theme-color" content="`).text(cmp.Or(theme.Color, brand.Bark)).
		raw(`"><link rel="icon" href="/favicon.png`).text(version).
		raw(`" type="image/png"><link rel="apple-touch-icon" href="/apple-touch-icon.png`).text(version).raw(`">`)
}

func (w htmlWriter) files(files Files) {
	for _, font := range files.Fonts {
		w.raw(`<link rel="preload" as="font" type="font/woff2" crossorigin href="`).text(font).raw(`">`)
	}
	if files.Style != "" {
		w.raw(`<link rel="stylesheet" href="`).text(files.Style).raw(`">`)
	}
	w.scripts(files)
}

// scripts links the boot script, which loads the site's script when the visitor sees the page
// (web/src/boot.ts).
func (w htmlWriter) scripts(files Files) {
	if files.Script == "" {
		return
	}
	if files.Boot != "" {
		w.raw(`<script type="module" src="`).text(files.Boot).raw(`" data-entry="`).text(files.Script).
			raw(`" data-modules="`).text(strings.Join(files.Modules, " ")).raw(`"></script>`)
		return
	}
	for _, script := range append(files.Before, files.Script) {
		w.raw(`<script type="module" src="`).text(script).raw(`"></script>`)
	}
}

// escapeScript escapes JSON, so that no text in it ends the script element.
func escapeScript(data []byte) []byte {
	return bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`))
}

// preload writes the link element of the page's first picture. The renderer names the picture
// and its sizes (web/src/ui/picture), so the preloaded rendition is the displayed one.
func (w htmlWriter) preload(image ssr.Preload) {
	if image.SrcSet == "" {
		return
	}
	w.raw(`<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="`).text(image.SrcSet).
		raw(`" imagesizes="`).text(image.Sizes).raw(`">`)
}
