package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"estate/internal/app/config"
	"estate/internal/media"
	"estate/internal/media/remote"
	"estate/internal/platform/coalesce"
	"estate/internal/store"
)

// Limits of one file of the CMS, large enough for a long film.
const (
	maxFileBytes = 2 << 30
	fileTimeout  = 30 * time.Minute
)

// busyPause is the pause before files are asked for again.
const busyPause = 2 * time.Second

// fileTypes are the beginnings of the media types that are imported.
var fileTypes = append([]string{"image/"}, media.RemoteFileTypes...)

// importedFiles is the result of an import of files.
type importedFiles struct {
	imported int
	problems []string
}

// fileImporter downloads the originals of a CMS into the folder of originals and
// replaces their URLs in the content.
type fileImporter struct {
	settings  config.Settings
	client    *remote.Client
	addresses addressFinder

	downloads  *coalesce.Group[string, struct{}] // by local path: one original has many URLs
	mu         sync.Mutex
	localPaths map[string]string // URL → path of its copy
	problems   []string
	imported   int
}

// importFiles downloads every picture, film and document that the content refers to,
// and replaces the URLs of the CMS in the content by local links.
func importFiles(ctx context.Context, s config.Settings, st *store.Store) (importedFiles, error) {
	f := &fileImporter{
		settings: s,
		client: remote.New(remote.Config{
			PrivateHosts: []string{s.CMS.Address().Host}, Types: fileTypes, MaxBytes: maxFileBytes, Timeout: fileTimeout,
			Authorization: s.CMSAuthorization(),
		}),
		addresses:  newAddressFinder(s.CMS.Address().Host + strings.TrimRight(s.CMS.Address().Path, "/")),
		downloads:  coalesce.NewGroup[string, struct{}](fileTimeout, 0),
		localPaths: map[string]string{},
	}
	defer f.client.Close()
	defer f.downloads.Close()
	found := map[string]bool{}
	docs := documents{st, contentTypes(s)}
	err := docs.each(ctx, func(doc []byte, _ func([]byte) error) error {
		f.addresses.each(doc, func(address string) string {
			found[address] = true
			return address
		})
		return nil
	})
	if err != nil {
		return importedFiles{}, err
	}
	if err := f.fetchAll(ctx, found); err != nil {
		return importedFiles{}, err
	}
	err = docs.each(ctx, func(doc []byte, put func([]byte) error) error {
		changed := f.addresses.each(doc, f.rewrite)
		if bytes.Equal(changed, doc) {
			return nil
		}
		return put(changed)
	})
	slices.Sort(f.problems)
	return importedFiles{f.imported, f.problems}, err
}

// fetchAll downloads the files among the URLs. It asks again for those that a busy host did not answer, as long as
// the host answers some of them.
func (f *fileImporter) fetchAll(ctx context.Context, found map[string]bool) error {
	var progress progressLine
	defer progress.clear()
	pending := slices.DeleteFunc(slices.Collect(maps.Keys(found)), func(address string) bool { return !isFile(address) })
	for {
		unanswered, err := f.fetchEach(ctx, pending, &progress)
		if err != nil {
			return err
		}
		if len(unanswered) == 0 || len(unanswered) == len(pending) {
			for address, err := range unanswered {
				f.addProblem(address, err)
			}
			return nil
		}
		pending = slices.Collect(maps.Keys(unanswered))
		select {
		case <-time.After(busyPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// fetchEach downloads files, four at a time, and returns the errors of those that the host did not answer, by URL.
func (f *fileImporter) fetchEach(ctx context.Context, addresses []string, progress *progressLine) (unanswered map[string]error, err error) {
	unanswered = map[string]error{}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for _, address := range addresses {
		group.Go(func() error {
			local, err := f.fetch(ctx, address)
			f.mu.Lock()
			defer f.mu.Unlock()
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err == nil:
				f.localPaths[address] = local
			case isOutage(err):
				unanswered[address] = err
			default:
				f.addProblem(address, err)
			}
			progress.printf("files: %d", len(f.localPaths))
			return nil
		})
	}
	return unanswered, group.Wait()
}

func (f *fileImporter) addProblem(address string, err error) {
	f.problems = append(f.problems, fmt.Sprintf("%s: %v; its URL stays unchanged", address, err))
}

// isOutage reports that a download failed because the host did not answer or is overloaded.
func isOutage(err error) bool {
	_, local := errors.AsType[*fs.PathError](err)
	return !local && !errors.Is(err, remote.ErrNotFound) && !errors.Is(err, remote.ErrRefused)
}

// isFile reports that a URL is that of a picture, film or document.
func isFile(address string) bool {
	parsed, err := parseAddress(address)
	return err == nil && media.IsOriginal(parsed.Path)
}

// fetch downloads the original behind a URL and returns its local path. For a picture
// that WordPress resized it prefers the original.
func (f *fileImporter) fetch(ctx context.Context, address string) (local string, err error) {
	parsed, err := parseAddress(address)
	if err != nil {
		return "", err
	}
	original := *parsed
	original.Path, original.RawPath = resized.ReplaceAllString(parsed.Path, "$1"), ""
	if original.Path != parsed.Path {
		if local, err := f.fetchOne(ctx, &original); !errors.Is(err, remote.ErrNotFound) {
			return local, err
		}
	}
	return f.fetchOne(ctx, parsed)
}

func (f *fileImporter) fetchOne(ctx context.Context, at *url.URL) (local string, err error) {
	name := strings.TrimPrefix(at.Path, strings.TrimRight(f.settings.CMS.Address().Path, "/"))
	for _, folder := range []string{"/wp-content/uploads/", "/media/", "/"} {
		if rest, inside := strings.CutPrefix(name, folder); inside {
			name = rest
			break
		}
	}
	file := filepath.FromSlash(path.Clean(name))
	if !filepath.IsLocal(file) {
		return "", fmt.Errorf("%w: its path is outside the folder of originals", remote.ErrRefused)
	}
	local = (&url.URL{Path: "/media/" + path.Clean(name)}).EscapedPath()
	_, err = f.downloads.Do(ctx, local, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, f.download(ctx, at, filepath.Join(f.settings.OriginalsDir(), file))
	})
	return local, err
}

// download writes an original to a file through a .part file.
func (f *fileImporter) download(ctx context.Context, at *url.URL, file string) error {
	if _, err := os.Stat(file); err == nil {
		return nil // downloaded by an earlier run
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	part, err := os.OpenFile(file+".part", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644) //nolint:gosec // the content is public
	if err != nil {
		return err
	}
	_, err = f.client.Fetch(ctx, at, time.Time{}, part)
	// A later run takes a file that is there for complete, also after a power cut.
	if err := errors.Join(err, part.Sync(), part.Close()); err != nil {
		return errors.Join(err, os.Remove(file+".part"))
	}
	f.mu.Lock()
	f.imported++
	f.mu.Unlock()
	return os.Rename(file+".part", file)
}

// rewrite returns the replacement of a URL: the local path of its file, a link of the
// site, or the URL itself if its file was not downloaded.
func (f *fileImporter) rewrite(address string) string {
	if local, known := f.localPaths[address]; known {
		return local
	}
	parsed, err := parseAddress(address)
	if err != nil || isFile(address) || strings.Contains(parsed.Path, "/wp-") {
		return address
	}
	site := strings.TrimPrefix(parsed.EscapedPath(), strings.TrimRight(f.settings.CMS.Address().Path, "/"))
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
