package media

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// errUnreadable reports an original whose file is no picture that this program reads, such as
// HEIC of a phone that is named .jpg. It is an ErrRefused.
var errUnreadable = fmt.Errorf("%w: unreadable", ErrRefused)

const (
	// unreadableAge is how long Picture leaves an unreadable original out. Then it is tried again:
	// the file at its address may be another one.
	unreadableAge  = 24 * time.Hour
	maxUnreadable  = 10_000
	unreadableFile = "unreadable.jsonl"
)

// unreadable lists originals that are unreadable, so that pages leave them out. The list is a file
// beside the renditions: it is known after a restart, and to `estate check`.
type unreadable struct {
	file string
	now  func() time.Time
	log  *slog.Logger

	mu      sync.RWMutex
	entries map[string]unreadableEntry // by source.String()
	added   uint64
}

type unreadableEntry struct {
	Original string    `json:"original"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

// openUnreadable reads the list of a folder. A file that cannot be read is an empty list.
func openUnreadable(folder string, now func() time.Time, log *slog.Logger) *unreadable {
	u := &unreadable{file: filepath.Join(folder, unreadableFile), now: now, log: log, entries: map[string]unreadableEntry{}}
	f, err := os.Open(u.file)
	if err != nil {
		return u
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() && len(u.entries) < maxUnreadable {
		var entry unreadableEntry
		if json.Unmarshal(lines.Bytes(), &entry) == nil && entry.Original != "" {
			u.entries[entry.Original] = entry
		}
	}
	return u
}

// reason is why an original is unreadable, "" if it is not or if that was long ago.
func (u *unreadable) reason(original string) string {
	u.mu.RLock()
	defer u.mu.RUnlock()
	entry, ok := u.entries[original]
	if !ok || u.now().Sub(entry.At) > unreadableAge {
		return ""
	}
	return entry.Reason
}

// count grows with every original that becomes unreadable.
func (u *unreadable) count() uint64 {
	u.mu.RLock()
	defer u.mu.RUnlock()
	return u.added
}

// add records an unreadable original.
func (u *unreadable) add(original, reason string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	old, known := u.entries[original]
	entry := unreadableEntry{original, reason, u.now()}
	switch {
	case known && entry.At.Sub(old.At) <= unreadableAge:
		return
	case !known && len(u.entries) >= maxUnreadable:
		return
	}
	u.entries[original] = entry
	u.added++
	if err := u.append(entry); err != nil {
		u.log.Warn("an unreadable picture cannot be recorded; check the disk of the picture cache", "original", original, "err", err)
	}
}

func (u *unreadable) append(entry unreadableEntry) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(u.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// reasonOf is the text of an error after that of errUnreadable.
func reasonOf(err error) string {
	return strings.TrimPrefix(err.Error(), errUnreadable.Error()+": ")
}

// UnreadableCount grows when an original turns out to be unreadable: pages that were composed
// before may show it.
func (l *Library) UnreadableCount() uint64 { return l.unreadable.count() }

// Unreadable returns why the original of an image address cannot be shown, "" if it can, or if its
// file is not on this machine yet. It reads the beginning of the file.
func (l *Library) Unreadable(address string) string {
	src, ok := l.sourceOf(address)
	switch {
	case !ok:
		return "the site shows no picture of this host or format; upload it to the media library"
	case src.isSVG():
		return ""
	}
	if reason := l.unreadable.reason(src.String()); reason != "" {
		return reason
	}
	path := l.cache.path(copyKey(src))
	if src.remote == nil {
		path = filepath.Join(l.cfg.Originals, filepath.FromSlash(src.file))
	}
	if err := sniff(path, l.cfg.MaxBytes); errors.Is(err, errUnreadable) {
		return reasonOf(err)
	}
	return ""
}
