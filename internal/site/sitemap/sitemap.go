package sitemap

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/coalesce"
	"estate/internal/site/view"
)

// Index is the name of the index, and its path. The files are below Folder.
const (
	Index  = "/sitemap.xml"
	Folder = "/sitemap/"
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

// Config is the settings of a sitemap, and what it reads.
type Config struct {
	SiteURL string // public address, without a final slash
	// Archives are the links of a language that are lists: home, searches, blog.
	Archives   func(i18n.Lang) []string
	Taxonomies []string // those whose terms have pages
	Source     content.Source
	Links      Links // nil means to read the archives of the Source
	// Languages are those of the content.
	Languages content.Languages
	// Generation is the number of the last change of content.
	Generation func() uint64
	// Page returns the View of a link, nil for a redirect.
	Page func(ctx context.Context, link string) (*view.View, error)
	// Timeout bounds the reading of the list of files from a remote CMS; 0 means no bound.
	Timeout time.Duration
	Now     func() time.Time
	Log     *slog.Logger
}

// Sitemap holds the list of files until content changes, and the files that were requested.
type Sitemap struct {
	cfg Config

	mu         sync.Mutex
	generation uint64
	until      time.Time
	parts      []part

	files    *otter.Cache[string, *File]
	building *coalesce.Group[string, *File]
}

// New returns a sitemap without files.
func New(cfg Config) *Sitemap {
	if cfg.Links == nil {
		cfg.Links = sourceLinks{cfg.Source}
	}
	return &Sitemap{cfg: cfg, files: newFiles(), building: coalesce.NewGroup[string, *File](buildTimeout, 0)}
}

// IsRemote reports whether the links come from a remote CMS, which a crawler must not overload:
// they are not checked, and files are cached for indexLifetime.
func (s *Sitemap) IsRemote() bool {
	_, remote := s.cfg.Links.(sourceLinks)
	return remote
}

// part is the content of one file: a part of the entities of a type, or a short list that was read together with
// the index.
type part struct {
	name    string // properties-es-1.xml
	lang    i18n.Lang
	group   content.Published
	skip    int
	limit   int
	checked bool // only indexable links are listed
	entries []entry
}

// writerOf returns what writes the XML of the index or of a file, nil for an unknown name.
func (s *Sitemap) writerOf(ctx context.Context, name string) (func(io.Writer) error, error) {
	files, err := s.listed(ctx)
	if err != nil {
		return nil, err
	}
	if name == Index {
		return func(out io.Writer) error { return writeIndex(out, s.cfg.SiteURL, files) }, nil
	}
	for _, file := range files {
		if file.name == name {
			return s.fileWriter(ctx, file), nil
		}
	}
	return nil, nil
}

func (s *Sitemap) fileWriter(ctx context.Context, file part) func(io.Writer) error {
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

// listed returns what the files hold. While it is built, other requests wait for it.
func (s *Sitemap) listed(ctx context.Context) ([]part, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	generation, now := s.cfg.Generation(), s.cfg.Now()
	if s.parts != nil && (s.generation == generation || s.IsRemote()) && now.Before(s.until) {
		return s.parts, nil
	}
	if s.IsRemote() && s.cfg.Timeout > 0 {
		ctx = content.WithBudget(ctx, time.Now().Add(s.cfg.Timeout))
	}
	files, err := s.listFiles(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the sitemap: %w", err)
	}
	s.parts, s.generation, s.until = files, generation, now.Add(indexLifetime)
	return files, nil
}

func (s *Sitemap) listFiles(ctx context.Context) ([]part, error) {
	groups, err := s.cfg.Links.Published(ctx)
	if err != nil {
		return nil, err
	}
	var files []part
	for _, group := range groups {
		files = append(files, filesOf(group, s.cfg.Languages.Of(ctx), s.IsRemote())...)
	}
	for _, lang := range s.cfg.Languages.Of(ctx) {
		for _, list := range s.shortLists(ctx, lang) {
			entries, err := s.checkLinks(ctx, list.links)
			if err != nil {
				return nil, err
			}
			if len(entries) > 0 {
				files = append(files, part{name: fileName(list.name, lang, 1), lang: lang, entries: entries})
			}
		}
	}
	return files, nil
}

// filesOf divides a group into files. An entity with all languages is in the files of each.
// Attachments have no pages for search engines.
func filesOf(group content.Published, langs []i18n.Lang, remote bool) []part {
	if group.Lang != "" {
		if !slices.Contains(langs, group.Lang) {
			return nil
		}
		langs = []i18n.Lang{group.Lang}
	}
	if group.Type == content.TypeAttachment {
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
	var files []part
	for _, lang := range langs {
		for n := 0; n*size < group.Count; n++ {
			files = append(files, part{
				name: fileName(name, lang, n+1), lang: lang, group: group, skip: n * size, limit: size, checked: checked,
			})
		}
	}
	return files
}

func fileName(kind string, lang i18n.Lang, n int) string {
	return fmt.Sprintf("%s-%s-%d.xml", kind, lang, n)
}
