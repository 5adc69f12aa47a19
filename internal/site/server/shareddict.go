package server

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/httpheader"
	"estate/internal/platform/shareddict"
	"estate/internal/site/view"
)

// samplePrefix is the address of the samples by language, which web/src/lib/dictionary.ts links.
const samplePrefix = "/_dictionary/"

const (
	// sampleCache is how long browsers use a sample. The Library keeps older ones as long.
	sampleCache = "public, max-age=345600"
	// sampleLifetime is the age at which a sample is made again.
	sampleLifetime = 24 * time.Hour
	// sampleBuildTimeout bounds the time of one sample.
	sampleBuildTimeout = 30 * time.Second
	// samplePages is the number of pages of results in a sample. A later page with the same cards
	// needs 100 bytes.
	samplePages = 6
)

// errNoSample reports that no page could be rendered.
var errNoSample = errors.New("there is no page for a compression dictionary")

// serveSample sends the sample of a language, which browsers use as the dictionary of its
// documents and Views.
func (s *Server) serveSample(w http.ResponseWriter, r *http.Request) error {
	lang := i18n.Lang(r.PathValue("lng"))
	if !lang.IsFilled() {
		plainError(w, http.StatusNotFound, "There is no such dictionary.")
		return nil
	}
	sample, err := s.samples.Do(r.Context(), lang, func(ctx context.Context) (*shareddict.Dictionary, error) {
		return s.sample(ctx, lang)
	})
	if err != nil {
		s.log.WarnContext(r.Context(), "no compression dictionary was made", "language", lang, "err", err)
		refuse(w, http.StatusServiceUnavailable, "This dictionary is not available at the moment.")
		return nil
	}
	h := w.Header()
	hash := sample.Hash()
	etag := `W/"` + hex.EncodeToString(hash[:12]) + `"`
	h["Vary"] = varyEncoding
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Cache-Control", sampleCache)
	h.Set("X-Robots-Tag", "noindex")
	h.Set("ETag", etag)
	shareddict.OfferSample(h, lang.Prefix())
	if httpheader.MatchesETag(r.Header, etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	body, err := sample.Brotli()
	if accept := httpheader.ParseAcceptEncoding(r.Header.Get("Accept-Encoding")); accept.Prefers(accept.Brotli) {
		h["Content-Encoding"] = encodingValues["br"]
	} else if err == nil {
		body, err = sample.Content()
	}
	if err != nil {
		return fmt.Errorf("read a compression dictionary: %w", err)
	}
	writeBody(w, r, http.StatusOK, body)
	return nil
}

// sample returns the current sample of a language, or makes one.
func (s *Server) sample(ctx context.Context, lang i18n.Lang) (*shareddict.Dictionary, error) {
	current, age, known := s.parts.Dictionaries.Sample(string(lang))
	if known && age < sampleLifetime {
		return current, nil
	}
	content, err := s.sampleContent(ctx, lang)
	if err == nil {
		return s.parts.Dictionaries.AddSample(string(lang), content)
	}
	if known {
		return current, nil
	}
	return nil, err
}

// sampleContent returns public documents with the JSON of their Views, one after another: pages of results,
// a home page, a property and the first page of results.
// No request of a visitor takes part, so nothing in it is private.
func (s *Server) sampleContent(ctx context.Context, lang i18n.Lang) ([]byte, error) {
	results := lang.Prefix() + "/properties/"
	var links []string
	for page := samplePages; page > 1; page-- {
		links = append(links, results+"page/"+strconv.Itoa(page)+"/")
	}
	links = append(links, lang.Prefix()+"/")
	if result, ok := s.publicView(ctx, results); ok {
		if href := firstCard(result.page.View); href != "" {
			links = append(links, href)
		}
	}
	var sample []byte
	for _, link := range append(links, results) {
		var err error
		if sample, err = s.appendPublic(ctx, sample, link); err != nil {
			return nil, err
		}
	}
	if len(sample) == 0 {
		return nil, errNoSample
	}
	return sample, nil
}

// appendPublic appends the document of a link, and before it the JSON of the View, as a visitor without
// any credential gets them. It appends nothing if there is none or it could not be rendered.
func (s *Server) appendPublic(ctx context.Context, sample []byte, link string) ([]byte, error) {
	result, ok := s.publicView(ctx, link)
	if !ok {
		return sample, nil
	}
	doc, complete, err := s.document(ctx, result.page)
	if err != nil || !complete {
		return sample, err
	}
	return append(append(sample, result.page.JSON...), doc...), nil
}

// publicView returns the View of a link as a visitor without any credential gets it.
func (s *Server) publicView(ctx context.Context, link string) (result linkResult, ok bool) {
	result, err := s.resolveLink(ctx, link, content.LastRedirect, nil)
	ok = err == nil && result.page != nil && result.page.View.Status == http.StatusOK && !result.private && !result.page.View.Preview
	return result, ok
}

// firstCard returns the link of the first card of a page of results, "" without one.
func firstCard(v *view.View) string {
	for _, section := range v.Content {
		if results, ok := section.(*view.PropertyArchiveSection); ok && len(results.Cards) > 0 {
			return results.Cards[0].Href
		}
	}
	return ""
}
