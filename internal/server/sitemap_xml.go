package server

import (
	"bufio"
	"compress/gzip"
	"encoding/xml"
	"io"
	"net/http"
	"time"

	"estate/internal/seo"
)

// writeXML streams a document that is too large for memory.
func (s *Server) writeXML(w http.ResponseWriter, r *http.Request, write func(io.Writer) error) error {
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=3600")
	h["Vary"] = varyEncoding
	if r.Method == http.MethodHead {
		w.WriteHeader(http.StatusOK)
		return nil
	}
	var out io.Writer = w
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		z := gzipWriters.Get().(*gzip.Writer)
		defer gzipWriters.Put(z)
		z.Reset(w)
		defer func() { _ = z.Close() }() // an error means that the crawler closed the connection
		out = z
	}
	buffered := bufio.NewWriterSize(out, 32<<10)
	_, err := buffered.WriteString(xml.Header)
	if err == nil {
		err = write(buffered)
	}
	if err == nil {
		err = buffered.Flush()
	}
	if err != nil && r.Context().Err() == nil {
		s.log.DebugContext(r.Context(), "response was cut off", "path", truncate(r.URL.Path), "err", err)
	}
	return nil
}

func writeIndex(out io.Writer, site string, files []sitemapFile) error {
	w := xmlWriter{out: out}
	w.raw(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, file := range files {
		w.raw(`<sitemap><loc>`).text(site + sitemapFolder + file.name).raw("</loc></sitemap>\n")
	}
	w.raw("</sitemapindex>\n")
	return w.err
}

func writeEntries(out io.Writer, site string, entries []entry) error {
	w := xmlWriter{out: out}
	w.raw(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n")
	for _, e := range entries {
		w.raw(`<url><loc>`).text(seo.Absolute(site, e.link)).raw(`</loc>`)
		if !e.modified.IsZero() {
			w.raw(`<lastmod>` + e.modified.UTC().Format(time.RFC3339) + `</lastmod>`)
		}
		for _, alternate := range e.alternates {
			w.raw(`<xhtml:link rel="alternate" hreflang="`).text(alternate.HrefLang).raw(`" href="`).text(alternate.Href).raw(`"/>`)
		}
		w.raw("</url>\n")
		if w.err != nil {
			break
		}
	}
	w.raw("</urlset>\n")
	return w.err
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
