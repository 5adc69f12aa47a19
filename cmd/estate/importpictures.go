package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/media/remote"
	"estate/internal/store"
)

// movedPictures is what became of the pictures of a CMS that is left.
type movedPictures struct {
	taken    int
	problems []string
}

// mover takes a CMS's originals into the folder of our own, and its addresses out
// of the content.
type mover struct {
	settings settings
	client   *remote.Client
	address  *regexp.Regexp // any address at the CMS
	sized    *regexp.Regexp

	making   singleflight.Group // one original has many addresses
	mu       sync.Mutex
	places   map[string]string // address → where it is now
	problems []string
	taken    int
}

// movePictures fetches every picture that the content shows and leads its
// addresses here.
func (s *settings) movePictures(ctx context.Context, st *store.Store) (movedPictures, error) {
	host := regexp.QuoteMeta(s.CMS.address().Host + strings.TrimRight(s.CMS.address().Path, "/"))
	m := &mover{
		settings: *s,
		client:   remote.New(remote.Config{PrivateHosts: []string{s.CMS.address().Host}}),
		address:  regexp.MustCompile(`https?://` + host + `(?:/[^\s"'\\<>(),]*)?`),
		sized:    regexp.MustCompile(`-\d+x\d+(\.\w+)$`),
		places:   map[string]string{},
	}
	defer m.client.Close()
	found := map[string]bool{}
	err := m.each(ctx, st, func(doc []byte, _ func([]byte) error) error {
		for _, address := range m.address.FindAll(doc, -1) {
			found[string(address)] = true
		}
		return nil
	})
	if err != nil {
		return movedPictures{}, err
	}
	if err := m.fetchAll(ctx, found); err != nil {
		return movedPictures{}, err
	}
	err = m.each(ctx, st, func(doc []byte, put func([]byte) error) error {
		changed := m.address.ReplaceAllFunc(doc, func(address []byte) []byte { return []byte(m.place(string(address))) })
		if bytes.Equal(changed, doc) {
			return nil
		}
		return put(changed)
	})
	slices.Sort(m.problems)
	return movedPictures{m.taken, m.problems}, err
}

// each shows every stored document as JSON; put writes it anew.
func (m *mover) each(ctx context.Context, st *store.Store, see func(doc []byte, put func([]byte) error) error) error {
	one := func(value any, write func(*store.Batch, any) error) error {
		doc, err := plainJSON(value)
		if err != nil {
			return err
		}
		return see(doc, func(changed []byte) error {
			into := reflect.New(reflect.TypeOf(value))
			if err := json.Unmarshal(changed, into.Interface()); err != nil {
				return err
			}
			return st.Write(ctx, func(b *store.Batch) error { return write(b, into.Elem().Interface()) })
		})
	}
	entity := func(b *store.Batch, changed any) error { return b.Put(changed.(content.Entity)) }
	for endpoint, t := range m.settings.contentTypes() {
		stamps, err := st.Stamps(ctx, t)
		if err != nil {
			return err
		}
		for _, stamp := range stamps {
			lang := cmp.Or(stamp.Lang, i18n.Fallback)
			found, err := st.ByID(ctx, lang, endpoint, stamp.ID, "")
			if err != nil {
				continue // no draft gets into a copy
			}
			if err := one(found, entity); err != nil {
				return fmt.Errorf("%s %d: %w", endpoint, stamp.ID, err)
			}
		}
	}
	authors, err := st.Archive(ctx, i18n.Fallback, content.ArchiveQuery{Endpoint: "users", PerPage: 1000})
	if err != nil {
		return err
	}
	for _, author := range authors.Items {
		if err := one(author, entity); err != nil {
			return err
		}
	}
	for _, lang := range i18n.Filled {
		record, err := st.Settings(ctx, lang)
		if err != nil {
			return err
		}
		if err := one(record, func(b *store.Batch, changed any) error { return b.PutSettings(lang, changed.(*content.Settings)) }); err != nil {
			return err
		}
	}
	feed, err := st.Instagram(ctx, i18n.Fallback)
	if err != nil || len(feed) == 0 {
		return err
	}
	return one(feed, func(b *store.Batch, changed any) error { return b.PutInstagram(changed.([]content.InstagramPost)) })
}

// plainJSON writes JSON with its markup as it is.
func plainJSON(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return b.Bytes(), err
}

// contentTypes are all types of content by endpoint.
func (s *settings) contentTypes() map[string]content.Type {
	types := map[string]content.Type{
		"pages": content.TypePage, "posts": content.TypePost, "media": content.TypeAttachment,
		"properties": content.TypeProperty, "developments": content.TypeDevelopment,
	}
	for endpoint, t := range s.postTypeEndpoints() {
		types[endpoint] = t
	}
	return types
}

// fetchAll takes the pictures among the addresses, some at a time.
func (m *mover) fetchAll(ctx context.Context, found map[string]bool) error {
	var progress ticker
	defer progress.done()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	done := 0
	for address := range found {
		if !isPicture(address) {
			continue
		}
		group.Go(func() error {
			local, err := m.fetch(ctx, address)
			m.mu.Lock()
			defer m.mu.Unlock()
			done++
			progress.tell("pictures: %d", done)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				m.problems = append(m.problems, fmt.Sprintf("%s: %v; it stays where it is", address, err))
			default:
				m.places[address] = local
			}
			return nil
		})
	}
	return group.Wait()
}

var pictureEndings = []string{".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif", ".svg"}

func isPicture(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && slices.Contains(pictureEndings, strings.ToLower(path.Ext(parsed.Path)))
}

// fetch brings one original here: of a picture that WordPress made smaller, the one
// it was made from, if that is there.
func (m *mover) fetch(ctx context.Context, address string) (local string, err error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	whole := *parsed
	whole.Path, whole.RawPath = m.sized.ReplaceAllString(parsed.Path, "$1"), ""
	if whole.Path != parsed.Path {
		if local, err := m.fetchOne(ctx, &whole); !errors.Is(err, remote.ErrNotFound) {
			return local, err
		}
	}
	return m.fetchOne(ctx, parsed)
}

func (m *mover) fetchOne(ctx context.Context, at *url.URL) (local string, err error) {
	name := strings.TrimPrefix(at.Path, strings.TrimRight(m.settings.CMS.address().Path, "/"))
	for _, folder := range []string{"/wp-content/uploads/", "/media/", "/"} {
		if rest, inside := strings.CutPrefix(name, folder); inside {
			name = rest
			break
		}
	}
	file := filepath.FromSlash(path.Clean(name))
	if !filepath.IsLocal(file) {
		return "", errors.New("its name leads out of the folder of pictures")
	}
	local = (&url.URL{Path: "/media/" + path.Clean(name)}).EscapedPath()
	_, err, _ = m.making.Do(local, func() (any, error) { return nil, m.bring(ctx, at, filepath.Join(m.settings.originals(), file)) })
	return local, err
}

// bring writes an original into a file, whole or not at all.
func (m *mover) bring(ctx context.Context, at *url.URL, file string) error {
	if _, err := os.Stat(file); err == nil {
		return nil // a former run has brought it
	}
	var body bytes.Buffer
	if _, err := m.client.Fetch(ctx, at, time.Time{}, &body); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(file+".part", body.Bytes(), 0o644); err != nil { //nolint:gosec // pictures are public
		return err
	}
	m.mu.Lock()
	m.taken++
	m.mu.Unlock()
	return os.Rename(file+".part", file)
}

// place is where an address leads from now on: a picture of ours, a link of the
// site, or what it was when it could not be taken.
func (m *mover) place(address string) string {
	if local, known := m.places[address]; known {
		return local
	}
	parsed, err := url.Parse(address)
	if err != nil || isPicture(address) || strings.Contains(parsed.Path, "/wp-") {
		return address
	}
	site := strings.TrimPrefix(parsed.EscapedPath(), strings.TrimRight(m.settings.CMS.address().Path, "/"))
	if site == "" {
		site = "/"
	}
	if parsed.RawQuery != "" {
		site += "?" + parsed.RawQuery
	}
	if parsed.Fragment != "" {
		site += "#" + parsed.EscapedFragment()
	}
	return site
}
