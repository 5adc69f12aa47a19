package server

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/limits"
)

// Links per file. The protocol allows 50,000; a smaller file is read at once. Files whose
// links are checked one by one are smaller still.
const (
	linksPerFile   = 10_000
	checkedPerFile = 1_000
	remotePerFile  = 500 // a remote source answers with 100 per request
)

// linksPerRead bounds the links in memory while a file is written. It is a multiple of
// sourcePageSize.
const linksPerRead = 1_000

// indexLifetime bounds the age of index and files where changes of content are not known.
const indexLifetime = time.Hour

// Links lists what is published in parts, so that a million properties need not be in memory
// at the same time.
type Links interface {
	// Published counts what is published, by type and language.
	Published(ctx context.Context) ([]content.Published, error)
	// Heads returns links and times of one type and language, the oldest first.
	Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, limit int) ([]content.Head, error)
}

// sitemap holds the list of files until content changes, and the files that were requested.
type sitemap struct {
	mu         sync.Mutex
	generation uint64
	until      time.Time
	files      []sitemapFile

	finished sitemapCache
}

// sitemapFile is a part of the entities of a type, or a short list that was read together with
// the index.
type sitemapFile struct {
	name    string // properties-es-1.xml
	lang    i18n.Lang
	group   content.Published
	skip    int
	limit   int
	checked bool // only indexable links are listed
	entries []entry
}

// serveSitemap sends the index or one file. What is cached costs a client nothing.
func (s *Server) serveSitemap(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimPrefix(r.URL.Path, sitemapFolder) // that of the index is its path
	if file := s.cachedSitemap(name); file != nil && acceptsGzip(r) {
		return s.writeSitemap(w, r, file)
	}
	w, r, end, ok := s.limits.Admit(w, r, limits.OfSitemap(r))
	if !ok {
		return nil
	}
	defer end()
	file, err := s.finishedSitemap(r.Context(), name)
	switch {
	case err != nil:
		return err
	case file == nil:
		plainError(w, http.StatusNotFound, "There is no such part of the sitemap.")
		return nil
	}
	return s.writeSitemap(w, r, file)
}

// writerOf returns what writes the XML of the index or of a file, nil for an unknown name.
func (s *Server) writerOf(ctx context.Context, name string) (func(io.Writer) error, error) {
	files, err := s.sitemapFiles(ctx)
	if err != nil {
		return nil, err
	}
	if name == sitemapIndex {
		return func(out io.Writer) error { return writeIndex(out, s.cfg.SiteURL, files) }, nil
	}
	for _, file := range files {
		if file.name == name {
			return s.fileWriter(ctx, file), nil
		}
	}
	return nil, nil
}

func (s *Server) fileWriter(ctx context.Context, file sitemapFile) func(io.Writer) error {
	return func(out io.Writer) error {
		return writeEntries(out, s.cfg.SiteURL, func(write func([]entry)) error {
			if file.entries != nil {
				write(file.entries)
				return nil
			}
			return s.eachEntry(ctx, file, write)
		})
	}
}

// sitemapFiles returns the list of files. While it is built, other requests wait for it.
func (s *Server) sitemapFiles(ctx context.Context) ([]sitemapFile, error) {
	m := &s.sitemap
	m.mu.Lock()
	defer m.mu.Unlock()
	generation, now := s.parts.Generation(), s.cfg.Now()
	if m.files != nil && (m.generation == generation || s.isRemote()) && now.Before(m.until) {
		return m.files, nil
	}
	if s.isRemote() && s.cfg.PageTimeout > 0 {
		ctx = content.WithBudget(ctx, time.Now().Add(s.cfg.PageTimeout))
	}
	files, err := s.listFiles(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the sitemap: %w", err)
	}
	m.files, m.generation, m.until = files, generation, now.Add(indexLifetime)
	return files, nil
}

func (s *Server) listFiles(ctx context.Context) ([]sitemapFile, error) {
	groups, err := s.parts.Links.Published(ctx)
	if err != nil {
		return nil, err
	}
	var files []sitemapFile
	for _, group := range groups {
		files = append(files, filesOf(group, s.isRemote())...)
	}
	for _, lang := range i18n.Filled {
		for _, list := range s.shortLists(ctx, lang) {
			entries, err := s.checkLinks(ctx, list.links)
			if err != nil {
				return nil, err
			}
			if len(entries) > 0 {
				files = append(files, sitemapFile{name: fileName(list.name, lang, 1), lang: lang, entries: entries})
			}
		}
	}
	return files, nil
}

// filesOf divides a group into files. An entity with all languages is in the files of each.
// Attachments have no pages for search engines.
func filesOf(group content.Published, remote bool) []sitemapFile {
	langs := []i18n.Lang{group.Lang}
	if group.Lang == "" {
		langs = i18n.Filled
	}
	if group.Type == content.TypeAttachment || !langs[0].IsFilled() {
		return nil
	}
	name := group.Type.Endpoint()
	// A content page may be empty or excluded from search engines, so its link is checked.
	// Properties and posts are always indexable.
	size, checked := linksPerFile, false
	if group.Type == content.TypePage {
		size, checked = checkedPerFile, true
	}
	if remote {
		size, checked = remotePerFile, false
	}
	var files []sitemapFile
	for _, lang := range langs {
		for n := 0; n*size < group.Count; n++ {
			files = append(files, sitemapFile{
				name: fileName(name, lang, n+1), lang: lang, group: group, skip: n * size, limit: size, checked: checked,
			})
		}
	}
	return files
}

func fileName(kind string, lang i18n.Lang, n int) string {
	return fmt.Sprintf("%s-%s-%d.xml", kind, lang, n)
}
