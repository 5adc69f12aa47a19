package channels

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"

	"estate/internal/platform/atomicfile"
)

const (
	manifestFile = "current.json"
	statusFile   = "status.json"
	acceptFile   = "accept"
	uploadedFile = "uploaded"
	feedPrefix   = "feed-"
)

// Publisher keeps the last complete file of a channel in a folder. current.json names it: whoever
// reads that sees either the old file or the new one, both complete.
type Publisher struct {
	cfg    Config
	folder string

	publishing sync.Mutex
	current    atomic.Pointer[manifest]
	status     atomic.Pointer[Status]
}

// manifest is current.json.
type manifest struct {
	File    string           `json:"file"` // name in the folder; with .gz the compressed one
	ETag    string           `json:"etag"`
	At      time.Time        `json:"at"`
	Content string           `json:"content"` // hash of the items and the head
	Items   map[int]itemDate `json:"items"`
}

// itemDate is when the bytes of a listing changed last.
type itemDate struct {
	Hash string    `json:"hash"`
	Date time.Time `json:"date"`
}

// File is the last complete file of a channel.
type File struct {
	Path, Compressed string // files on disk, the second with gzip
	ETag, Type       string
	At               time.Time
}

// Status is the state of a channel, for an operator.
type Status struct {
	Name     string    `json:"name"`
	Address  string    `json:"address,omitempty"` // where the portal fetches the file
	Sent     int       `json:"sent"`              // properties of the last complete file
	Written  time.Time `json:"written"`           // of the last complete file
	Checked  time.Time `json:"checked"`
	Held     string    `json:"held,omitempty"` // why a newer file is not published
	Error    string    `json:"error,omitempty"`
	Uploaded time.Time `json:"uploaded,omitzero"`
	// UploadError is why the last upload failed, "" when it did not.
	UploadError string    `json:"upload_error,omitempty"`
	LeftOut     []LeftOut `json:"left_out"`
}

// Open opens a channel with its folder, which is made.
func Open(folder string, cfg Config) (*Publisher, error) {
	cfg.fillDefaults()
	folder = filepath.Join(folder, cfg.Name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("channel %s: %w", cfg.Name, err)
	}
	p := &Publisher{cfg: cfg, folder: folder}
	before, _ := readStatus(folder) // of an earlier process; without it the next check makes a new one
	status := Status{Name: cfg.Name, Uploaded: before.Uploaded, UploadError: before.UploadError, LeftOut: []LeftOut{}}
	p.status.Store(&status)
	text, err := os.ReadFile(filepath.Join(folder, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, fmt.Errorf("channel %s: %w", cfg.Name, err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("channel %s: %s is damaged: %w; delete the folder, the next file has new dates", cfg.Name, manifestFile, err)
	}
	p.current.Store(&m)
	status.Sent, status.Written = len(m.Items), m.At
	return p, nil
}

// Name is the name of the channel.
func (p *Publisher) Name() string { return p.cfg.Name }

// Config is the configuration with its defaults.
func (p *Publisher) Config() *Config { return &p.cfg }

// File is the last complete file, false before the first.
func (p *Publisher) File() (File, bool) {
	m := p.current.Load()
	if m == nil {
		return File{}, false
	}
	path := filepath.Join(p.folder, m.File)
	return File{Path: path, Compressed: path + ".gz", ETag: m.ETag, Type: p.cfg.Kind.Type(), At: m.At}, true
}

// Status is the present state.
func (p *Publisher) Status() Status { return *p.status.Load() }

// Accept lets the next file be published although many properties disappear.
func Accept(folder, name string) error {
	if name == "" || name != filepath.Base(name) {
		return fmt.Errorf("channel %q: give the name of a channel", name)
	}
	if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
		return fmt.Errorf("channel %s: %w; start the site with this channel first", name, err)
	}
	return os.WriteFile(filepath.Join(folder, name, acceptFile), nil, 0o600)
}

// ReadStatus reads the last status of a channel that a running site wrote.
func ReadStatus(folder, name string) (Status, error) {
	status, err := readStatus(filepath.Join(folder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return status, fmt.Errorf("channel %s has no state yet: start the site", name)
	}
	return status, err
}

func readStatus(folder string) (status Status, err error) {
	text, err := os.ReadFile(filepath.Join(folder, statusFile))
	if err == nil {
		err = json.Unmarshal(text, &status)
	}
	return status, err
}

// setStatus sets the present state and writes it for ReadStatus.
func (p *Publisher) setStatus(status *Status) error {
	p.status.Store(status)
	text, err := json.MarshalIndent(status, "", " ")
	return errors.Join(err, atomicfile.WriteBytesOn(p.cfg.Disk, filepath.Join(p.folder, statusFile), 0o600, text))
}

// Publish writes the file of a plan, unless it equals the last one or too much would disappear. An
// error leaves the last file as it is.
func (p *Publisher) Publish(ctx context.Context, plan *Plan, now time.Time, address string) error {
	p.publishing.Lock()
	defer p.publishing.Unlock()
	last := p.Status()
	status := &Status{
		Name: p.cfg.Name, Address: address, LeftOut: plan.LeftOut, Checked: now.UTC(), Uploaded: last.Uploaded,
		UploadError: last.UploadError,
	}
	if status.LeftOut == nil {
		status.LeftOut = []LeftOut{}
	}
	err := p.publish(ctx, plan, now, status)
	if m := p.current.Load(); m != nil {
		status.Sent, status.Written = len(m.Items), m.At
	}
	if err != nil {
		status.Error = err.Error()
	}
	return errors.Join(err, p.setStatus(status))
}

func (p *Publisher) publish(ctx context.Context, plan *Plan, now time.Time, status *Status) error {
	before := p.current.Load()
	if status.Held = p.held(before, plan.Items); status.Held != "" {
		return nil
	}
	next := &manifest{At: now.UTC().Truncate(time.Second), Items: make(map[int]itemDate, len(plan.Items))}
	all := sha256.New()
	for i := range plan.Items {
		item := &plan.Items[i]
		sum := sha256.Sum256(item.Body)
		dated := itemDate{Hash: hex.EncodeToString(sum[:12]), Date: plan.modified[item.ID]}
		if before != nil {
			dated = dateOf(dated, before.Items[item.ID])
		}
		item.Date, next.Items[item.ID] = dated.Date, dated
		fmt.Fprintf(all, "%d %s %d\n", item.ID, dated.Hash, dated.Date.Unix())
	}
	if err := p.cfg.Kind.Write(all, nil, time.Time{}); err != nil {
		return err
	}
	next.Content = hex.EncodeToString(all.Sum(nil)[:16])
	if before != nil && before.Content == next.Content && p.exists(before) {
		_ = p.cfg.Disk.Remove(filepath.Join(p.folder, acceptFile)) // it must not confirm a later drop
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.write(next, plan.Items, now); err != nil {
		return fmt.Errorf("channel %s: %w; the last complete file stays", p.cfg.Name, err)
	}
	p.current.Store(next)
	_ = p.cfg.Disk.Remove(filepath.Join(p.folder, acceptFile))
	p.removeOthers(next)
	return nil
}

// dateOf is the date of a listing: that of the last file while its bytes are equal. Otherwise it is
// the time of the change in the content, and always later than the last one.
func dateOf(now, before itemDate) itemDate {
	switch {
	case before.Hash == "":
		return now
	case before.Hash == now.Hash:
		return before
	case !now.Date.After(before.Date):
		now.Date = before.Date.Add(time.Second)
	}
	return now
}

// held is why a file of items may not replace the last one, "" when it may. Properties of the last file
// count that are not in the new one, whatever is new.
func (p *Publisher) held(before *manifest, items []Item) string {
	if len(items) == 0 {
		return "No property qualifies. An empty file would remove everything at the portal, so the last file stays."
	}
	if before == nil {
		return ""
	}
	lost := len(before.Items)
	for i := range items {
		if _, stays := before.Items[items[i].ID]; stays {
			lost--
		}
	}
	if limit := *p.cfg.MaxDrop; lost == 0 || lost == 1 && limit > 0 || lost*100 <= len(before.Items)*limit {
		return ""
	}
	if _, err := os.Stat(filepath.Join(p.folder, acceptFile)); err == nil {
		return ""
	}
	return fmt.Sprintf("%d of %d properties would disappear at the portal, more than %d %%. The last file stays. If this is right, confirm "+
		"it: estate channels accept %s",
		lost, len(before.Items), *p.cfg.MaxDrop, p.cfg.Name)
}

func (p *Publisher) exists(m *manifest) bool {
	for _, name := range []string{m.File, m.File + ".gz"} {
		if _, err := os.Stat(filepath.Join(p.folder, name)); err != nil {
			return false
		}
	}
	return true
}

// write writes both files, then the manifest that makes them the current ones.
func (p *Publisher) write(m *manifest, items []Item, now time.Time) (err error) {
	disk := p.cfg.Disk
	plain, err := disk.CreateTemp(p.folder, "new-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.discard(plain)) }()
	packed, err := disk.CreateTemp(p.folder, "new-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.discard(packed)) }()
	hash := sha256.New()
	compressor, err := gzip.NewWriterLevel(packed, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if err := p.cfg.Kind.Write(io.MultiWriter(plain, compressor, hash), items, now); err != nil {
		return err
	}
	if err := errors.Join(compressor.Close(), plain.Sync(), packed.Sync()); err != nil {
		return err
	}
	sum := hex.EncodeToString(hash.Sum(nil)[:16])
	m.ETag, m.File = `"`+sum+`"`, feedPrefix+sum+p.cfg.Kind.Ending()
	if err := errors.Join(
		disk.Rename(plain.Name(), filepath.Join(p.folder, m.File)),
		disk.Rename(packed.Name(), filepath.Join(p.folder, m.File+".gz")),
	); err != nil {
		return err
	}
	if err := disk.SyncFolder(p.folder); err != nil { // before the manifest names them
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytesOn(disk, filepath.Join(p.folder, manifestFile), 0o600, text)
}

// discard closes a temporary file and removes it if it has not been renamed.
func (p *Publisher) discard(file atomicfile.File) error {
	err := file.Close()
	if removed := p.cfg.Disk.Remove(file.Name()); removed != nil && !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

// removeOthers removes files that are not current, such as those of a killed process. A download
// in progress keeps its open file.
func (p *Publisher) removeOthers(m *manifest) {
	entries, err := os.ReadDir(p.folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		if name == m.File || name == m.File+".gz" || !strings.HasPrefix(name, feedPrefix) && !strings.HasPrefix(name, "new-") &&
			!strings.HasPrefix(name, atomicfile.TempPrefix) {
			continue
		}
		_ = p.cfg.Disk.Remove(filepath.Join(p.folder, name))
	}
}

// Uploader sends a file to the portal.
type Uploader interface {
	Upload(ctx context.Context, path, name string) error
}

// Send uploads the current file unless the portal has it.
func (p *Publisher) Send(ctx context.Context, uploader Uploader, name string, now time.Time) error {
	p.publishing.Lock()
	defer p.publishing.Unlock()
	m := p.current.Load()
	if m == nil {
		return nil
	}
	if sent, err := os.ReadFile(filepath.Join(p.folder, uploadedFile)); err == nil && string(sent) == m.ETag {
		return nil
	}
	status := p.Status()
	status.UploadError = ""
	err := uploader.Upload(ctx, filepath.Join(p.folder, m.File), name)
	if err != nil {
		status.UploadError = "The upload failed and is retried: " + err.Error()
	} else {
		status.Uploaded = now.UTC()
		err = atomicfile.WriteBytesOn(p.cfg.Disk, filepath.Join(p.folder, uploadedFile), 0o600, []byte(m.ETag))
	}
	return errors.Join(err, p.setStatus(&status))
}

// Sends reports whether the last complete file has a property.
func (p *Publisher) Sends(id int) bool {
	m := p.current.Load()
	if m == nil {
		return false
	}
	_, sent := m.Items[id]
	return sent
}

// Path begins the addresses of files on the site: the token and the name of the file follow.
const Path = "/_channels/"
