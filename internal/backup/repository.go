package backup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Repository is a folder of snapshots. One process writes it at a time; any number reads it.
type Repository struct {
	folder string
	lock   *os.File // nil when opened to read
	pack   *zstd.Encoder
	unpack *zstd.Decoder
	fresh  map[string]bool // folders with objects that are not on disk for certain
	Stats  Stats
}

// Stats counts what this process has written.
type Stats struct {
	Objects int   // chunks that were not there yet
	Bytes   int64 // of these, compressed
}

const (
	objectsDir   = "objects"
	snapshotsDir = "snapshots"
	maxChunk     = 16 << 20 // after decompression
)

// Open opens a repository to read it.
func Open(folder string) (*Repository, error) {
	if _, err := os.Stat(filepath.Join(folder, snapshotsDir)); err != nil {
		return nil, fmt.Errorf("%s is no backup: %w", folder, err)
	}
	return newRepository(folder)
}

// OpenToWrite creates a repository or opens it to write snapshots.
func OpenToWrite(folder string) (*Repository, error) {
	for _, name := range []string{objectsDir, snapshotsDir} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			return nil, fmt.Errorf("backup: %w; choose a folder in which this user may write", err)
		}
	}
	lock, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("backup: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, fmt.Errorf("backup: another process writes to %s (%w)", folder, err)
	}
	r, err := newRepository(folder)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	r.lock = lock
	return r, nil
}

func newRepository(folder string) (*Repository, error) {
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxChunk))
	if err != nil {
		return nil, err
	}
	return &Repository{folder: folder, pack: pack, unpack: unpack, fresh: map[string]bool{}}, nil
}

// Close ends the use of the repository.
func (r *Repository) Close() error {
	r.unpack.Close()
	err := r.pack.Close()
	if r.lock != nil {
		err = errors.Join(err, r.lock.Close())
	}
	return err
}

func (r *Repository) objectPath(hash string) string {
	return filepath.Join(r.folder, objectsDir, hash[:2], hash)
}

// put stores a chunk, unless it is there, and returns its hash.
func (r *Repository) put(data []byte) (hash string, err error) {
	sum := sha256.Sum256(data)
	hash = hex.EncodeToString(sum[:])
	path := r.objectPath(hash)
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		return hash, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	packed := r.pack.EncodeAll(data, nil)
	if err := writeFile(path, packed); err != nil {
		return "", fmt.Errorf("backup: %w", err)
	}
	r.fresh[filepath.Dir(path)] = true
	r.Stats.Objects++
	r.Stats.Bytes += int64(len(packed))
	return hash, nil
}

// get reads a chunk and checks it.
func (r *Repository) get(hash string) ([]byte, error) {
	if len(hash) != 2*sha256.Size || strings.Trim(hash, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("backup: %q is no name of an object", hash)
	}
	packed, err := os.ReadFile(r.objectPath(hash))
	if err != nil {
		return nil, fmt.Errorf("backup: an object is missing: %w", err)
	}
	data, err := r.unpack.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("backup: object %s is damaged: %w", hash, err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != hash {
		return nil, fmt.Errorf("backup: object %s is damaged: its checksum differs", hash)
	}
	return data, nil
}

// writeFile writes a file through a temporary one, and onto the disk.
func writeFile(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".new-*") // created with mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), path)
}

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Manifest is a snapshot: the indexes of its parts.
type Manifest struct {
	Version int       `json:"version"`
	Time    time.Time `json:"time"` // every change committed before it is in the snapshot
	Parts   []Part    `json:"parts"`
	// Sum is the SHA-256 of the manifest with an empty Sum.
	Sum string `json:"sum"`
}

// Part is one source in a snapshot.
type Part struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`  // sqlite, postgres or folder
	Index string `json:"index"` // object with the Index
	Token string `json:"token"` // state of the source, to see whether it has changed
}

// Index lists the chunks of a part.
type Index struct {
	Chunks []string          `json:"chunks,omitempty"` // of a SQLite file
	Tables []Table           `json:"tables,omitempty"` // of a PostgreSQL database
	Files  []File            `json:"files,omitempty"`  // of a folder
	Meta   map[string]string `json:"meta,omitempty"`
}

const manifestVersion = 1

func (m Manifest) sum() (string, error) {
	m.Sum = ""
	data, err := json.Marshal(m)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

const timeLayout = "20060102T150405.000000000Z"

func (r *Repository) manifestPath(t time.Time) string {
	return filepath.Join(r.folder, snapshotsDir, t.UTC().Format(timeLayout)+".json")
}

// commit makes the objects durable, then writes the manifest.
func (r *Repository) commit(m Manifest) error {
	for dir := range r.fresh {
		if err := errors.Join(syncDir(dir), syncDir(filepath.Dir(dir))); err != nil {
			return err
		}
	}
	clear(r.fresh)
	var err error
	if m.Sum, err = m.sum(); err != nil {
		return err
	}
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	path := r.manifestPath(m.Time)
	if err := writeFile(path, append(data, '\n')); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return syncDir(filepath.Dir(path))
}

// Snapshots returns the times of all snapshots, oldest first.
func (r *Repository) Snapshots() ([]time.Time, error) {
	entries, err := os.ReadDir(filepath.Join(r.folder, snapshotsDir))
	if err != nil {
		return nil, err
	}
	var times []time.Time
	for _, entry := range entries {
		if t, err := time.Parse(timeLayout, strings.TrimSuffix(entry.Name(), ".json")); err == nil {
			times = append(times, t)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return times, nil
}

// manifest reads a snapshot.
func (r *Repository) manifest(t time.Time) (*Manifest, error) {
	data, err := os.ReadFile(r.manifestPath(t))
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("backup: the manifest of %v is damaged: %w", t, err)
	}
	if m.Version != manifestVersion {
		return nil, fmt.Errorf("backup: the manifest of %v has version %d; this program knows %d", t, m.Version, manifestVersion)
	}
	if sum, err := m.sum(); err != nil || sum != m.Sum {
		return nil, errors.Join(fmt.Errorf("backup: the manifest of %v is damaged: its checksum differs", t), err)
	}
	return m, nil
}

// At returns the last snapshot at or before t; the zero time means the last of all.
func (r *Repository) At(t time.Time) (*Manifest, error) {
	times, err := r.Snapshots()
	if err != nil {
		return nil, err
	}
	for _, at := range slices.Backward(times) {
		if t.IsZero() || !at.After(t) {
			return r.manifest(at)
		}
	}
	if len(times) == 0 {
		return nil, fmt.Errorf("backup: %s has no snapshot", r.folder)
	}
	return nil, fmt.Errorf("backup: the first snapshot is of %s", times[0].Format(time.RFC3339))
}

// putIndex stores an index, which may be larger than a chunk: its object is the list of the
// chunks of its JSON.
func (r *Repository) putIndex(index *Index) (string, error) {
	data, err := json.Marshal(index)
	if err != nil {
		return "", err
	}
	var hashes []string
	for chunk := range slices.Chunk(data, fileChunk) {
		hash, err := r.put(chunk)
		if err != nil {
			return "", err
		}
		hashes = append(hashes, hash)
	}
	return r.put([]byte(strings.Join(hashes, "\n")))
}

func (r *Repository) index(hash string) (*Index, []string, error) {
	list, err := r.get(hash)
	if err != nil {
		return nil, nil, err
	}
	hashes := strings.Split(string(list), "\n")
	var data bytes.Buffer
	if err := r.copyTo(&data, hashes); err != nil {
		return nil, nil, err
	}
	index := &Index{}
	return index, hashes, json.Unmarshal(data.Bytes(), index)
}

// copyTo writes chunks one after the other.
func (r *Repository) copyTo(w io.Writer, hashes []string) error {
	for _, hash := range hashes {
		data, err := r.get(hash)
		if err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
	}
	return nil
}

// chunks returns all chunks of an index.
func (i *Index) chunks() []string {
	all := slices.Clone(i.Chunks)
	for _, table := range i.Tables {
		all = append(all, table.Chunks...)
	}
	for _, file := range i.Files {
		all = append(all, file.Chunks...)
	}
	return all
}
