package server

import (
	"bytes"
	"html"
	"strings"

	"estate/internal/brand"
	"estate/internal/ssr"
	"estate/internal/view"
)

// document is what the shell around a view is written from.
type document struct {
	view      *view.View
	json      []byte        // the view; encoding/json escapes '<', so no text can end the script element
	rendering ssr.Rendering // HTML is nil when rendering failed
	files     bundle
}

// write prints the whole page. Head tags are data of the view; the body is
// React's, or the readable summary when there is none.
func (d *document) write(b *bytes.Buffer) {
	w := shell{b}
	w.raw(`<!doctype html><html lang="`).text(string(d.view.Lang)).raw(`"><head><meta charset="utf-8">`)
	w.raw(`<meta name="viewport" content="width=device-width, initial-scale=1">`)
	w.head(&d.view.Head)
	w.preload(d.rendering.Preload)
	w.files(d.files)
	w.raw(`</head><body><div id="root">`)
	b.Write(d.rendering.HTML)
	w.raw(`</div>`)
	if d.rendering.HTML == nil {
		w.summary(d.view)
	}
	w.raw(`<script type="application/json" id="view">`)
	b.Write(d.json)
	w.raw(`</script></body></html>`)
}

// shell prints the document; text and attributes go through text.
type shell struct{ b *bytes.Buffer }

func (w shell) raw(s string) shell {
	w.b.WriteString(s)
	return w
}

func (w shell) safe(markup view.SafeHTML) shell { return w.raw(markup.String()) }

func (w shell) text(s string) shell {
	w.b.WriteString(html.EscapeString(s))
	return w
}

// head prints what search engines and social networks read. Every tag that
// navigation replaces carries data-head, by which the browser finds it.
func (w shell) head(head *view.Head) {
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

func (w shell) meta(kind, name, content string) {
	if content != "" {
		w.raw(`<meta data-head ` + kind + `="`).text(name).raw(`" content="`).text(content).raw(`">`)
	}
}

func (w shell) link(rel, href string) {
	if href != "" {
		w.raw(`<link data-head rel="` + rel + `" href="`).text(href).raw(`">`)
	}
}

func (w shell) files(files bundle) {
	w.raw(`<meta name="theme-color" content="` + brand.Bark + `"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">`)
	for _, font := range files.fonts {
		w.raw(`<link rel="preload" as="font" type="font/woff2" crossorigin href="`).text(font).raw(`">`)
	}
	if files.style != "" {
		w.raw(`<link rel="stylesheet" href="`).text(files.style).raw(`">`)
	}
	w.scripts(files)
}

// scripts names the site's script, which comes after words and pictures: a small one
// begins it when the visitor sees the page (web/src/boot.ts).
func (w shell) scripts(files bundle) {
	if files.boot != "" {
		w.raw(`<script type="module" src="`).text(files.boot).raw(`" data-entry="`).text(files.script).
			raw(`" data-modules="`).text(strings.Join(files.modules, " ")).raw(`"></script>`)
		return
	}
	for _, script := range append(files.before, files.script) {
		w.raw(`<script type="module" src="`).text(script).raw(`"></script>`)
	}
}

// escapeScript keeps JSON from ending its script element, whoever wrote it.
func escapeScript(data []byte) []byte {
	return bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`))
}
