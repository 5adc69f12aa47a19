package sitemap

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
)

// manyProperties is a source of more properties than should be in memory at once.
type manyProperties struct {
	count   int
	largest int // largest part that was read
}

func (m *manyProperties) Published(context.Context) ([]content.Published, error) {
	return []content.Published{{Type: content.TypeProperty, Count: m.count}}, nil
}

func (m *manyProperties) Heads(_ context.Context, t content.Type, lang i18n.Lang, skip, limit int) ([]content.Head, error) {
	m.largest = max(m.largest, limit)
	var heads []content.Head
	for id := skip; id < min(skip+limit, m.count); id++ {
		heads = append(heads, content.Head{ID: id, Type: t, Lang: lang, Link: fmt.Sprintf("/properties/villa-%d/", id)})
	}
	return heads, nil
}

func TestAMillionPropertiesAreListedInParts(t *testing.T) {
	const properties = 1_000_001
	links := &manyProperties{count: properties}
	s := New(Config{SiteURL: "https://www.example.test", Links: links, Archives: func(i18n.Lang) []string { return nil }})
	files := filesOf(content.Published{Type: content.TypeProperty, Count: properties}, i18n.Filled, false)
	seen, names := 0, map[string]bool{}
	for _, file := range files {
		if names[file.name] {
			t.Fatalf("two files are called %s", file.name)
		}
		names[file.name] = true
		next := file.skip
		err := s.eachEntry(t.Context(), file, func(entries []entry) {
			seen += len(entries)
			if want := fmt.Sprintf("%s/properties/villa-%d/", file.lang.Prefix(), next); entries[0].link != want {
				t.Errorf("a part of %s begins with %s, want %s", file.name, entries[0].link, want)
			}
			next += len(entries)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen != properties*len(i18n.Filled) {
		t.Errorf("%d links in all files, want %d", seen, properties*len(i18n.Filled))
	}
	if links.largest > 1_000 {
		t.Errorf("%d properties were read at once", links.largest)
	}
}

func TestEntitiesWithoutAPageAreNotListed(t *testing.T) {
	for _, group := range []content.Published{
		{Type: content.TypeAttachment, Count: 5},
		{Type: content.TypePost, Lang: i18n.LangRU, Count: 5}, // a placeholder language
		{Type: content.TypePost, Lang: i18n.LangEN, Count: 0},
	} {
		if files := filesOf(group, i18n.Filled, false); len(files) > 0 {
			t.Errorf("%+v makes %d files, want none", group, len(files))
		}
	}
}

// slowCMS answers each request after a second.
type slowCMS struct {
	content.Source
	t *testing.T
}

func (c slowCMS) Archive(_ context.Context, _ i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	time.Sleep(time.Second)
	if q.Endpoint != "users" && q.Params["_embed"] != false {
		c.t.Errorf("%s is requested with embedded entities", q.Endpoint)
	}
	return &content.Archive{Total: 1, TotalPages: 1}, nil
}

func (slowCMS) Terms(context.Context, i18n.Lang, string) ([]*content.Term, error) {
	time.Sleep(time.Second)
	return nil, nil
}

func TestSitemapOfASlowCMSIsReadSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := slowCMS{t: t}
		s := New(Config{
			SiteURL: "https://www.example.test", Taxonomies: []string{"category", "tag"}, Source: source,
			Archives: func(i18n.Lang) []string { return nil }, Generation: func() uint64 { return 1 }, Now: time.Now, Log: slog.Default(),
		})
		start := time.Now()
		files, err := s.listed(t.Context())
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("the list of files took %v: one request after the other", took)
		}
	})
}

func TestLinksAreEscapedInXML(t *testing.T) {
	var b bytes.Buffer
	link := `/properties/tom-&-"jerry"-<1>/`
	entries := []entry{{link: link, alternates: []view.Alternate{{HrefLang: "en", Href: "https://www.example.test" + link}}}}
	err := writeEntries(&b, "https://www.example.test", func(write func([]entry)) error {
		write(entries)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		URLs []struct {
			Loc  string `xml:"loc"`
			Link struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(b.Bytes(), &set); err != nil {
		t.Fatalf("no XML: %v", err)
	}
	if want := "https://www.example.test" + link; set.URLs[0].Loc != want || set.URLs[0].Link.Href != want {
		t.Errorf("read %q and %q, want %q", set.URLs[0].Loc, set.URLs[0].Link.Href, want)
	}
}
