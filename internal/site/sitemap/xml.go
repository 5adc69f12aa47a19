package sitemap

import (
	"cmp"
	"encoding/xml"
	"io"
	"time"

	"estate/internal/site/seo"
)

func writeIndex(out io.Writer, site string, files []part) error {
	w := xmlWriter{out: out}
	w.raw(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, file := range files {
		w.raw(`<sitemap><loc>`).text(site + Folder + file.name).raw("</loc></sitemap>\n")
	}
	w.raw("</sitemapindex>\n")
	return w.err
}

// writeEntries writes a file; each reads its entries in parts.
func writeEntries(out io.Writer, site string, each func(write func([]entry)) error) error {
	w := xmlWriter{out: out}
	w.raw(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n")
	err := each(func(entries []entry) { w.entries(site, entries) })
	w.raw("</urlset>\n")
	return cmp.Or(err, w.err)
}

func (w *xmlWriter) entries(site string, entries []entry) {
	for _, e := range entries {
		w.raw(`<url><loc>`).text(seo.Absolute(site, e.link)).raw(`</loc>`)
		if !e.modified.IsZero() {
			w.raw(`<lastmod>` + e.modified.UTC().Format(time.RFC3339) + `</lastmod>`)
		}
		for _, alternate := range e.alternates {
			w.raw(`<xhtml:link rel="alternate" hreflang="`).text(alternate.HrefLang).raw(`" href="`).text(alternate.Href).raw(`"/>`)
		}
		w.raw("</url>\n")
	}
}

// xmlWriter writes markup and escaped text. After an error it writes nothing more.
type xmlWriter struct {
	out io.Writer
	err error
}

func (w *xmlWriter) raw(markup string) *xmlWriter {
	if w.err == nil {
		_, w.err = io.WriteString(w.out, markup)
	}
	return w
}

func (w *xmlWriter) text(text string) *xmlWriter {
	if w.err == nil {
		w.err = xml.EscapeText(w.out, []byte(text))
	}
	return w
}
