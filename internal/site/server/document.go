package server

import (
	"bytes"
	"context"
	"html"
	"slices"
	"strings"

	"estate/internal/platform/brand"
	"estate/internal/platform/tracing"
	"estate/internal/site/compose"
	"estate/internal/site/ssr"
	"estate/internal/site/view"
)

// document is the page of a view.
type document struct {
	view      *view.View
	json      []byte        // of the view; encoding/json escapes "<", so no text ends the script element
	rendering ssr.Rendering // HTML is nil when rendering failed
	files     bundle
}

// page returns the page: the head from the view, the rendered root element or, without one,
// the fallback, and the view as JSON.
func (d *document) page() []byte {
	var page bytes.Buffer
	page.Grow(8<<10 + len(d.rendering.HTML) + len(d.json))
	w := htmlWriter{&page}
	w.raw(`<!doctype html><html lang="`).text(string(d.view.Lang)).raw(`"><head><meta charset="utf-8">`)
	w.raw(`<meta name="viewport" content="width=device-width, initial-scale=1">`)
	w.head(&d.view.Head)
	if feed := searchFeedLink(d.view); feed != "" {
		w.raw(`<link data-head rel="alternate" type="` + typeAtom + `" href="`).text(feed).raw(`">`)
	}
	w.preload(d.rendering.Preload)
	w.files(d.files)
	w.raw(`</head><body><div id="root">`)
	page.Write(d.rendering.HTML)
	w.raw(`</div>`)
	if d.rendering.HTML == nil {
		w.loading(d.view)
		w.summary(d.view)
	}
	w.raw(`<script type="application/json" id="view">`)
	page.Write(d.json)
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

func (w htmlWriter) files(files bundle) {
	// The icon is no SVG: in a private window Chromium reads the icon at each navigation, and makes a document
	// of an SVG in the thread of the page.
	w.raw(`<meta name="theme-color" content="` + brand.Bark +
		`"><link rel="icon" href="/favicon.png" type="image/png"><link rel="apple-touch-icon" href="/apple-touch-icon.png">`)
	for _, font := range files.fonts {
		w.raw(`<link rel="preload" as="font" type="font/woff2" crossorigin href="`).text(font).raw(`">`)
	}
	if files.style != "" {
		w.raw(`<link rel="stylesheet" href="`).text(files.style).raw(`">`)
	}
	w.scripts(files)
}

// scripts links the boot script, which loads the site's script when the visitor sees the page
// (web/src/boot.ts).
func (w htmlWriter) scripts(files bundle) {
	if files.boot != "" {
		w.raw(`<script type="module" src="`).text(files.boot).raw(`" data-entry="`).text(files.script).
			raw(`" data-modules="`).text(strings.Join(files.modules, " ")).raw(`"></script>`)
		return
	}
	for _, script := range append(files.before, files.script) {
		w.raw(`<script type="module" src="`).text(script).raw(`"></script>`)
	}
}

// escapeScript escapes JSON, so that no text in it ends the script element.
func escapeScript(data []byte) []byte {
	return bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`))
}

// document returns the page of a View in pieces. Without a worker in time it is the fallback document:
// the browser renders the view, and a visitor without a script reads a summary.
func (s *Server) document(ctx context.Context, composed *compose.Encoded) (doc []byte, rendered bool) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.RenderWait)
	defer cancel()
	inner, end := tracing.Step(ctx, "render")
	rendering, err := s.parts.Renderer.Render(inner, composed.JSON)
	end(err)
	if err != nil {
		s.log.WarnContext(ctx, "page sent without rendered HTML", "screen", composed.View.Screen, "err", err)
		rendering = ssr.Rendering{}
	}
	d := document{view: composed.View, json: composed.JSON, rendering: rendering, files: s.bundleFor(sources(composed.View))}
	rendered = rendering.HTML != nil
	if rendered {
		d.json = ssr.WithoutHead(composed.JSON)
	}
	return d.page(), rendered
}

// sources are the source files whose chunks a view needs first: the dictionary of its
// language and its first sections.
func sources(v *view.View) []string {
	sources := append(make([]string, 0, view.EarlySections+1), "src/i18n/"+string(v.Lang)+".ts")
	for _, section := range v.Content {
		kind := string(section.SectionKind())
		source := "src/sections/" + kind + "/" + kind + ".tsx"
		if slices.Contains(sources, source) {
			continue
		}
		if len(sources) > view.EarlySections {
			break
		}
		sources = append(sources, source)
	}
	return sources
}
