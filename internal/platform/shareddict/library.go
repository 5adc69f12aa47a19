package shareddict

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"estate/internal/platform/atomicfile"
)

// Hash is the SHA-256 hash by which a browser names a dictionary.
type Hash [sha256.Size]byte

// Config is the settings of a Library.
type Config struct {
	Folder string // required; the Library alone writes into it
	Build  string // ID of the running front end
	// Client is the running client build. Its scripts and style sheets become dictionaries of
	// later builds.
	Client fs.FS
	Log    *slog.Logger     // nil means slog.Default
	Now    func() time.Time // nil means time.Now
}

const (
	keptBuilds  = 3 // earlier builds
	keptSamples = 4 // samples of one name: browsers have them for some days
	// minAsset is the size in bytes below which a script gains nothing from a dictionary.
	minAsset = 1 << 10
	// maxSample bounds a sample in bytes. It fits into the window of the compressor.
	maxSample = 1792 << 10
	assetsDir = "assets"
)

// Library holds the dictionaries. It is safe for concurrent use.
type Library struct {
	cfg Config

	mu      sync.Mutex
	byHash  map[Hash]*Dictionary // of the folder
	samples map[string]*Dictionary
	assets  map[string]string // files of earlier builds by name
	loaded  bool

	packers packers
	brotli  brotliOf
	deltas  deltas
	keeping sync.WaitGroup
}

// Dictionary is a file that browsers have.
type Dictionary struct {
	hash    Hash
	file    string
	made    time.Time // of a sample
	library *Library
}

// Open returns a Library. It reads the folder at the first use, and stores the running build in
// the background.
func Open(cfg Config) *Library {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	l := &Library{cfg: cfg, byHash: map[Hash]*Dictionary{}, samples: map[string]*Dictionary{}, assets: map[string]string{}}
	l.deltas.init()
	l.brotli.bodies = map[Hash][]byte{}
	l.keeping.Go(func() {
		if err := l.keepBuild(); err != nil {
			cfg.Log.Warn("the scripts of this build were not kept as dictionaries of the next one", "err", err)
		}
	})
	return l
}

// Close waits for the background work.
func (l *Library) Close() error {
	l.keeping.Wait()
	return nil
}

// Lookup returns the dictionary that a request names in Available-Dictionary.
func (l *Library) Lookup(header string) (*Dictionary, bool) {
	hash, ok := parseHash(header)
	if !ok {
		return nil, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.load()
	d, ok := l.byHash[hash]
	return d, ok
}

// parseHash reads a byte sequence of structured fields: base64 between colons.
func parseHash(header string) (hash Hash, ok bool) {
	text, ok := strings.CutPrefix(strings.TrimSpace(header), ":")
	if !ok {
		return hash, false
	}
	text, ok = strings.CutSuffix(text, ":")
	data, err := base64.StdEncoding.DecodeString(text)
	return Hash(append(data, make([]byte, len(hash))...)), ok && err == nil && len(data) == len(hash)
}

// Sample returns the newest sample with a name that this build made, and its age.
func (l *Library) Sample(name string) (d *Dictionary, age time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.load()
	if d, ok = l.samples[name]; !ok {
		return nil, 0, false
	}
	return d, l.cfg.Now().Sub(d.made), true
}

// AddSample stores a sample under a name, such as a language. Older ones are removed beyond
// keptSamples.
func (l *Library) AddSample(name string, content []byte) (*Dictionary, error) {
	content = content[:min(len(content), maxSample)]
	now := l.cfg.Now()
	file := filepath.Join(l.cfg.Folder, "samples", name+"."+l.cfg.Build+"."+strconv.FormatInt(now.UnixNano(), 10))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	if err := atomicfile.WriteBytes(file, 0o644, content); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.load()
	d := &Dictionary{hash: sha256.Sum256(content), file: file, made: now, library: l}
	l.byHash[d.hash], l.samples[name] = d, d
	l.removeSamples(name)
	return d, nil
}

// removeSamples removes the oldest samples of a name. The caller holds the lock.
func (l *Library) removeSamples(name string) {
	var all []*Dictionary
	for _, d := range l.byHash {
		if d.IsSample() && strings.HasPrefix(filepath.Base(d.file), name+".") {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *Dictionary) int { return b.made.Compare(a.made) })
	for _, old := range all[min(len(all), keptSamples):] {
		delete(l.byHash, old.hash)
		_ = os.Remove(old.file)
	}
}

// IsSample reports whether the dictionary is a sample of pages.
func (d *Dictionary) IsSample() bool { return !d.made.IsZero() }

// Content returns the bytes of the dictionary.
func (d *Dictionary) Content() ([]byte, error) { return os.ReadFile(d.file) }

// Hash returns the hash of the dictionary.
func (d *Dictionary) Hash() Hash { return d.hash }

// OldAsset returns a file of an earlier build: a page that is open since then may still need it.
func (l *Library) OldAsset(name string) ([]byte, bool) {
	l.mu.Lock()
	l.load()
	file, ok := l.assets[name]
	l.mu.Unlock()
	if !ok {
		return nil, false
	}
	data, err := os.ReadFile(file)
	return data, err == nil
}

// load reads the folder once. The caller holds the lock.
func (l *Library) load() {
	if l.loaded {
		return
	}
	l.loaded = true
	if err := errors.Join(l.loadBuilds(), l.loadSamples()); err != nil {
		l.cfg.Log.Warn("compression dictionaries could not be read", "err", err)
	}
}

func (l *Library) buildsDir() string { return filepath.Join(l.cfg.Folder, "builds") }

// loadBuilds reads the files of earlier builds.
func (l *Library) loadBuilds() error {
	builds, err := readDir(l.buildsDir())
	for _, build := range builds {
		if build.Name() == l.cfg.Build || !build.IsDir() {
			continue
		}
		files, err := readDir(filepath.Join(l.buildsDir(), build.Name()))
		if err != nil {
			return err
		}
		for _, file := range files {
			name := filepath.Join(l.buildsDir(), build.Name(), file.Name())
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			d := &Dictionary{hash: sha256.Sum256(data), file: name, library: l}
			l.byHash[d.hash] = d
			l.assets[assetsDir+"/"+file.Name()] = name
		}
	}
	return err
}

func (l *Library) loadSamples() error {
	dir := filepath.Join(l.cfg.Folder, "samples")
	files, err := readDir(dir)
	for _, file := range files {
		parts := strings.Split(file.Name(), ".")
		if len(parts) != 3 {
			continue
		}
		made, err := strconv.ParseInt(parts[2], 10, 64)
		if err != nil {
			continue
		}
		name := filepath.Join(dir, file.Name())
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		d := &Dictionary{hash: sha256.Sum256(data), file: name, made: time.Unix(0, made), library: l}
		l.byHash[d.hash] = d
		if newest := l.samples[parts[0]]; parts[1] == l.cfg.Build && (newest == nil || newest.made.Before(d.made)) {
			l.samples[parts[0]] = d
		}
	}
	return err
}

// readDir lists a folder; one that does not exist is empty.
func readDir(name string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, err
}

// IsAsset reports whether a file of the client build is used as a dictionary.
func IsAsset(name string) bool {
	ext := path.Ext(name)
	return path.Dir(name) == assetsDir && (ext == ".js" || ext == ".css")
}

// keepBuild stores the scripts and style sheets of the running build, and removes the oldest builds.
func (l *Library) keepBuild() error {
	dir := filepath.Join(l.buildsDir(), l.cfg.Build)
	if _, err := os.Stat(dir); err == nil {
		now := l.cfg.Now()
		_ = os.Chtimes(dir, now, now) // it is the newest again
		return l.removeBuilds()
	}
	partial := dir + ".partial"
	if err := errors.Join(os.RemoveAll(partial), os.MkdirAll(partial, 0o755)); err != nil {
		return err
	}
	entries, err := fs.ReadDir(l.cfg.Client, assetsDir)
	if err != nil {
		return fmt.Errorf("list the client build: %w", err)
	}
	for _, entry := range entries {
		name := assetsDir + "/" + entry.Name()
		if !IsAsset(name) {
			continue
		}
		data, err := fs.ReadFile(l.cfg.Client, name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(partial, entry.Name()), data, 0o644); err != nil {
			return err
		}
	}
	if err := os.Rename(partial, dir); err != nil {
		return err
	}
	return l.removeBuilds()
}

// removeBuilds removes all but the newest builds.
func (l *Library) removeBuilds() error {
	entries, err := readDir(l.buildsDir())
	if err != nil {
		return err
	}
	age := map[string]time.Time{}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && entry.Name() != l.cfg.Build {
			age[entry.Name()] = info.ModTime()
		}
	}
	names := slices.SortedFunc(maps.Keys(age), func(a, b string) int { return age[b].Compare(age[a]) })
	var errs []error
	for _, name := range names[min(len(names), keptBuilds):] {
		errs = append(errs, os.RemoveAll(filepath.Join(l.buildsDir(), name)))
	}
	return errors.Join(errs...)
}
