package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Repository has snapshots. One process writes it at a time; any number reads it.
type Repository struct {
	location Location
	files    storage
	key      *key
	pack     *zstd.Encoder
	unpack   *zstd.Decoder
	last     *Manifest // of a repository that this process writes, once it is known
	writing  bool
	Stats    Stats

	// NewKey is the file of the key, if opening the repository has made both.
	NewKey string
	// HasUnencrypted reports that the place also has snapshots of a version before 0.3, which did not encrypt.
	HasUnencrypted bool
}

// Stats counts what this process has written.
type Stats struct {
	Objects int   // chunks that were not there yet
	Bytes   int64 // of these, compressed
}

const (
	// Versions before 0.3 wrote objects and snapshots, not encrypted, into folders beside this one.
	repositoryDir  = "encrypted"
	unencryptedDir = "snapshots"

	objectsDir   = repositoryDir + "/objects"
	snapshotsDir = repositoryDir + "/snapshots"
	formatName   = repositoryDir + "/format"
	lockName     = "lock"
	maxChunk     = 16 << 20 // after decompression
	maxFile      = 64 << 20 // an object or a manifest as it lies in a bucket
)

// format is the content of the first file of a repository, which shows whether a key is its key.
const format = "estate backup 2"

// Open opens a repository to read it.
func Open(ctx context.Context, at Location, key KeySource) (*Repository, error) {
	return open(ctx, at, key, false)
}

// OpenToWrite opens a repository to write snapshots. Where there is none, it creates it, with a
// new key if there is none.
func OpenToWrite(ctx context.Context, at Location, key KeySource) (*Repository, error) {
	return open(ctx, at, key, true)
}

func open(ctx context.Context, at Location, from KeySource, write bool) (*Repository, error) {
	files, err := at.open(ctx, write)
	if err != nil {
		return nil, err
	}
	r := &Repository{location: at, files: files, writing: write}
	if err := r.start(ctx, from); err != nil {
		return nil, errors.Join(err, files.close(context.WithoutCancel(ctx)))
	}
	return r, nil
}

const remedyOfKey = "name the file of its key with --key-file or backup.key_file, or set ESTATE_BACKUP_KEY"

// start reads the key and compares it with the format file.
func (r *Repository) start(ctx context.Context, from KeySource) error {
	sealed, err := r.files.get(ctx, formatName)
	isNew := isMissing(err)
	if err != nil && !isNew {
		return err
	}
	for _, err := range r.files.names(ctx, unencryptedDir) {
		if err != nil && !isMissing(err) {
			return err
		}
		r.HasUnencrypted = err == nil
		break
	}
	switch {
	case isNew && !r.writing && r.HasUnencrypted:
		return fmt.Errorf("the snapshots in %s are of a version before 0.3 and not encrypted; restore them with the version that wrote them",
			r.location)
	case isNew && !r.writing:
		return fmt.Errorf("%s is no backup: it has no snapshot", r.location)
	}
	r.key, err = from.read()
	switch {
	case isMissing(err) && isNew:
		if r.key, err = from.create(); err == nil {
			r.NewKey = from.File
		}
	case isMissing(err):
		return fmt.Errorf("the key of the backup in %s is missing: %w; copy it there, "+remedyOfKey, r.location, err)
	}
	if err != nil {
		return err
	}
	if isNew {
		if sealed, err = r.key.encrypt([]byte(format)); err == nil {
			err = errors.Join(r.files.put(ctx, formatName, sealed), r.files.sync(ctx))
		}
		if err != nil {
			return fmt.Errorf("backup: %w", err)
		}
	}
	switch text, err := r.key.decrypt(sealed); {
	case errors.Is(err, errWrongKey):
		return fmt.Errorf("%s: %w than that of %s; "+remedyOfKey, r.location, err, from)
	case err != nil:
		return fmt.Errorf("backup: %s/%s is damaged: %w", r.location, formatName, err)
	case string(text) != format:
		return fmt.Errorf("backup: %s is of another version of this program; update it", r.location)
	}
	if r.pack, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)); err != nil {
		return err
	}
	r.unpack, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxChunk))
	return err
}

// closeTimeout limits the release of the lock.
const closeTimeout = 10 * time.Second

// Close ends the use of the repository.
func (r *Repository) Close() error {
	r.unpack.Close()
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	return errors.Join(r.pack.Close(), r.files.close(ctx))
}

func objectName(hash string) string { return objectsDir + "/" + hash[:2] + "/" + hash }

// put stores a chunk, unless it is there, and returns its hash.
func (r *Repository) put(ctx context.Context, data []byte) (hash string, err error) {
	hash = r.key.name(data)
	if there, err := r.files.has(ctx, objectName(hash)); there || err != nil {
		return hash, err
	}
	sealed, err := r.key.encrypt(r.pack.EncodeAll(data, nil))
	if err == nil {
		err = r.files.put(ctx, objectName(hash), sealed)
	}
	if err != nil {
		return "", fmt.Errorf("backup: %w", err)
	}
	r.Stats.Objects++
	r.Stats.Bytes += int64(len(sealed))
	return hash, nil
}

// get reads a chunk and checks it.
func (r *Repository) get(ctx context.Context, hash string) ([]byte, error) {
	if len(hash) != 2*sha256.Size || strings.Trim(hash, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("backup: %q is no name of an object", hash)
	}
	sealed, err := r.files.get(ctx, objectName(hash))
	if err != nil {
		return nil, fmt.Errorf("backup: an object is missing: %w", err)
	}
	packed, err := r.key.decrypt(sealed)
	if err != nil {
		return nil, fmt.Errorf("backup: object %s is damaged: %w", hash, err)
	}
	data, err := r.unpack.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("backup: object %s is damaged: %w", hash, err)
	}
	if r.key.name(data) != hash {
		return nil, fmt.Errorf("backup: object %s is damaged: it has the content of another one", hash)
	}
	return data, nil
}

// Manifest is a snapshot: the indexes of its parts.
type Manifest struct {
	Time  time.Time `json:"time"` // every change committed before it is in the snapshot
	Parts []Part    `json:"parts"`
}

// Has reports whether a snapshot has a part of a name.
func (m *Manifest) Has(name string) bool {
	return slices.ContainsFunc(m.Parts, func(p Part) bool { return p.Name == name })
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

const timeLayout = "20060102T150405.000000000Z"

func manifestName(t time.Time) string {
	return snapshotsDir + "/" + t.UTC().Format(timeLayout)
}

// commit makes the objects durable, then writes the manifest.
func (r *Repository) commit(ctx context.Context, m *Manifest) error {
	if err := r.files.sync(ctx); err != nil {
		return err
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	sealed, err := r.key.encrypt(data)
	if err != nil {
		return err
	}
	r.last = nil // unknown if the write fails
	if err := errors.Join(r.files.put(ctx, manifestName(m.Time), sealed), r.files.sync(ctx)); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	r.last = m
	return nil
}

// Snapshots returns the times of all snapshots, oldest first.
func (r *Repository) Snapshots(ctx context.Context) ([]time.Time, error) {
	var times []time.Time
	for name, err := range r.files.names(ctx, snapshotsDir) {
		if err != nil {
			return nil, err
		}
		if t, err := time.Parse(timeLayout, path.Base(name)); err == nil {
			times = append(times, t)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return times, nil
}

// manifest reads a snapshot.
func (r *Repository) manifest(ctx context.Context, t time.Time) (*Manifest, error) {
	sealed, err := r.files.get(ctx, manifestName(t))
	if err != nil {
		return nil, err
	}
	data, err := r.key.decrypt(sealed)
	if err != nil {
		return nil, fmt.Errorf("backup: the manifest of %v is damaged: %w", t, err)
	}
	m := &Manifest{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("backup: the manifest of %v is damaged: %w", t, err)
	}
	if !m.Time.Equal(t) {
		return nil, fmt.Errorf("backup: the manifest of %v is damaged: it has the content of another one", t)
	}
	return m, nil
}

// At returns the last snapshot at or before t; the zero time means the last of all.
func (r *Repository) At(ctx context.Context, t time.Time) (*Manifest, error) {
	times, err := r.Snapshots(ctx)
	if err != nil {
		return nil, err
	}
	for _, at := range slices.Backward(times) {
		if t.IsZero() || !at.After(t) {
			return r.manifest(ctx, at)
		}
	}
	if len(times) == 0 {
		return nil, fmt.Errorf("backup: %s has no snapshot", r.location)
	}
	return nil, fmt.Errorf("backup: the first snapshot is of %s", times[0].Format(time.RFC3339))
}

// putIndex stores an index, which may be larger than a chunk: its object is the list of the
// chunks of its JSON.
func (r *Repository) putIndex(ctx context.Context, index *Index) (string, error) {
	data, err := json.Marshal(index)
	if err != nil {
		return "", err
	}
	var hashes []string
	for chunk := range slices.Chunk(data, fileChunk) {
		hash, err := r.put(ctx, chunk)
		if err != nil {
			return "", err
		}
		hashes = append(hashes, hash)
	}
	return r.put(ctx, []byte(strings.Join(hashes, "\n")))
}

func (r *Repository) index(ctx context.Context, hash string) (*Index, []string, error) {
	list, err := r.get(ctx, hash)
	if err != nil {
		return nil, nil, err
	}
	hashes := strings.Split(string(list), "\n")
	var data bytes.Buffer
	if err := r.copyTo(ctx, &data, hashes); err != nil {
		return nil, nil, err
	}
	index := &Index{}
	return index, hashes, json.Unmarshal(data.Bytes(), index)
}

// copyTo writes chunks one after the other.
func (r *Repository) copyTo(ctx context.Context, w io.Writer, hashes []string) error {
	for _, hash := range hashes {
		data, err := r.get(ctx, hash)
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
