package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"

	"estate/internal/config"
	"estate/internal/media"
	"estate/internal/media/remote"
	"estate/internal/store"
)

// What a file of a CMS may be: a long film takes its time.
const (
	largestFile = 2 << 30
	longestFile = 30 * time.Minute
)

var typesOfFiles = []string{"image/", "video/", "audio/", "application/pdf"}

// movedFiles is what became of the files of a CMS that is left.
type movedFiles struct {
	taken    int
	problems []string
}

// mover takes a CMS's originals into the folder of our own, and its addresses out
// of the content.
type mover struct {
	settings config.Settings
	client   *remote.Client
	address  *regexp.Regexp // any address at the CMS
	sized    *regexp.Regexp

	making   singleflight.Group // one original has many addresses
	mu       sync.Mutex
	places   map[string]string // address → where it is now
	problems []string
	taken    int
}

// moveFiles fetches every picture, film and document that the content names and
// leads its addresses here.
func moveFiles(ctx context.Context, s config.Settings, st *store.Store) (movedFiles, error) {
	host := regexp.QuoteMeta(s.CMS.Address().Host + strings.TrimRight(s.CMS.Address().Path, "/"))
	m := &mover{
		settings: s,
		client: remote.New(remote.Config{
			PrivateHosts: []string{s.CMS.Address().Host}, Types: typesOfFiles, MaxBytes: largestFile, Timeout: longestFile,
		}),
		address: regexp.MustCompile(`https?://` + host + `(?:/[^\s"'\\<>(),]*)?`),
		sized:   regexp.MustCompile(`-\d+x\d+(\.\w+)$`),
		places:  map[string]string{},
	}
	defer m.client.Close()
	found := map[string]bool{}
	docs := documents{st, contentTypes(s)}
	err := docs.each(ctx, func(doc []byte, _ func([]byte) error) error {
		for _, address := range m.address.FindAll(doc, -1) {
			found[string(address)] = true
		}
		return nil
	})
	if err != nil {
		return movedFiles{}, err
	}
	if err := m.fetchAll(ctx, found); err != nil {
		return movedFiles{}, err
	}
	err = docs.each(ctx, func(doc []byte, put func([]byte) error) error {
		changed := m.address.ReplaceAllFunc(doc, func(address []byte) []byte { return []byte(m.place(string(address))) })
		if bytes.Equal(changed, doc) {
			return nil
		}
		return put(changed)
	})
	slices.Sort(m.problems)
	return movedFiles{m.taken, m.problems}, err
}

// fetchAll takes the files among the addresses, some at a time.
func (m *mover) fetchAll(ctx context.Context, found map[string]bool) error {
	var progress ticker
	defer progress.done()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	done := 0
	for address := range found {
		if !isFile(address) {
			continue
		}
		group.Go(func() error {
			local, err := m.fetch(ctx, address)
			m.mu.Lock()
			defer m.mu.Unlock()
			done++
			progress.tell("files: %d", done)
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

func isFile(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && media.HasPlace(parsed.Path)
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
	name := strings.TrimPrefix(at.Path, strings.TrimRight(m.settings.CMS.Address().Path, "/"))
	for _, folder := range []string{"/wp-content/uploads/", "/media/", "/"} {
		if rest, inside := strings.CutPrefix(name, folder); inside {
			name = rest
			break
		}
	}
	file := filepath.FromSlash(path.Clean(name))
	if !filepath.IsLocal(file) {
		return "", errors.New("its name leads out of the folder of files")
	}
	local = (&url.URL{Path: "/media/" + path.Clean(name)}).EscapedPath()
	_, err, _ = m.making.Do(local, func() (any, error) { return nil, m.bring(ctx, at, filepath.Join(m.settings.OriginalsDir(), file)) })
	return local, err
}

// bring writes an original into a file, whole or not at all.
func (m *mover) bring(ctx context.Context, at *url.URL, file string) error {
	if _, err := os.Stat(file); err == nil {
		return nil // a former run has brought it
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	part, err := os.OpenFile(file+".part", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644) //nolint:gosec // what it holds is public
	if err != nil {
		return err
	}
	_, err = m.client.Fetch(ctx, at, time.Time{}, part)
	if err := errors.Join(err, part.Close()); err != nil {
		return errors.Join(err, os.Remove(file+".part"))
	}
	m.mu.Lock()
	m.taken++
	m.mu.Unlock()
	return os.Rename(file+".part", file)
}

// place is where an address leads from now on: a file of ours, a link of the
// site, or what it was when it could not be taken.
func (m *mover) place(address string) string {
	if local, known := m.places[address]; known {
		return local
	}
	parsed, err := url.Parse(address)
	if err != nil || isFile(address) || strings.Contains(parsed.Path, "/wp-") {
		return address
	}
	site := strings.TrimPrefix(parsed.EscapedPath(), strings.TrimRight(m.settings.CMS.Address().Path, "/"))
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
