package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"estate/internal/media/remote"
)

// stat returns the file info of a local original. Symbolic links cannot leave the folder.
func (l *Library) stat(file string) (fs.FileInfo, error) {
	info, err := l.originals.Stat(filepath.FromSlash(file))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrNotFound, file)
	}
	return info, nil
}

// statOrFetch is stat for a request: an original that is not in the folder yet is fetched.
func (l *Library) statOrFetch(ctx context.Context, file string) (fs.FileInfo, error) {
	info, err := l.stat(file)
	if l.cfg.Fetch == nil || !errors.Is(err, fs.ErrNotExist) {
		return info, err
	}
	switch err := l.cfg.Fetch(ctx, file); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %s", ErrNotFound, file)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return l.stat(file)
}

// original returns the path of an original on disk; a remote original is fetched first.
func (l *Library) original(ctx context.Context, src source) (string, error) {
	if src.remote == nil {
		if _, err := l.statOrFetch(ctx, src.file); err != nil {
			return "", err
		}
		path, err := filepath.Abs(filepath.Join(l.cfg.Originals, filepath.FromSlash(src.file)))
		if err != nil {
			return "", fmt.Errorf("media: %w", err)
		}
		return path, nil
	}
	return l.fetch(ctx, src)
}

// fetch returns the path of the copy of a remote original, revalidated if it is older than RemoteAge.
func (l *Library) fetch(ctx context.Context, src source) (string, error) {
	key := copyKey(src)
	var since time.Time
	if f, info, ok := l.cache.open(key); ok {
		f.Close()
		since = info.ModTime()
		if l.cfg.Now().Sub(since) <= l.cfg.RemoteAge {
			return l.cache.path(key), nil
		}
	}
	var body bytes.Buffer
	changed, err := l.client.Fetch(ctx, src.remote, since, &body)
	switch {
	case errors.Is(err, remote.ErrNotFound):
		return "", fmt.Errorf("%w: %w", ErrNotFound, err)
	case errors.Is(err, remote.ErrRefused):
		return "", fmt.Errorf("%w: %w", ErrRefused, err)
	case err != nil:
		return "", err
	case !changed:
		return l.cache.path(key), l.cache.touch(key)
	}
	if err := l.cache.put(key, body.Bytes()); err != nil {
		return "", fmt.Errorf("store remote original: %w", err)
	}
	return l.cache.path(key), nil
}

// copyKey is the key of the copy of a remote original in the disk cache.
func copyKey(src source) string {
	sum := sha256.Sum256([]byte(src.String()))
	return hex.EncodeToString(sum[:16]) + ".orig"
}

// sniff refuses a file that is too large or does not begin with the signature of a picture,
// before a decoder reads it.
func sniff(path string, limit int64) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	if info.Size() > limit {
		return fmt.Errorf("%w: %d bytes exceed the limit of %d", errUnreadable, info.Size(), limit)
	}
	head := make([]byte, 64)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read original: %w", err)
	}
	if IsHEIC(head[:n]) {
		return fmt.Errorf("%w: it is HEIC, which needs a licence to read; upload it as JPEG", errUnreadable)
	}
	if !IsPicture(head[:n]) {
		return fmt.Errorf("%w: it is not JPEG, PNG, WebP, AVIF, GIF or TIFF", errUnreadable)
	}
	return nil
}

// IsHEIC reports whether a file begins with the signature of HEIC. The libraries of sharp read AVIF,
// which has the same container, and no HEIC.
func IsHEIC(head []byte) bool {
	if len(head) < 12 || string(head[4:8]) != "ftyp" {
		return false
	}
	switch string(head[8:12]) {
	case "heic", "heix", "hevc", "hevx", "heim", "heis":
		return true
	case "mif1", "msf1": // an image of any codec; its compatible brands name it
		return bytes.Contains(head[12:], []byte("heic")) || bytes.Contains(head[12:], []byte("heix")) || bytes.Contains(head[12:], []byte("hevc"))
	}
	return false
}

// IsPicture reports whether a file begins with the signature of a picture format.
func IsPicture(head []byte) bool {
	starts := func(at int, s string) bool {
		return len(head) >= at+len(s) && string(head[at:at+len(s)]) == s
	}
	return starts(0, "\xff\xd8\xff") ||
		starts(0, "\x89PNG\r\n\x1a\n") ||
		starts(0, "II*\x00") || starts(0, "MM\x00*") || // TIFF
		starts(0, "GIF87a") || starts(0, "GIF89a") ||
		(starts(0, "RIFF") && starts(8, "WEBP")) ||
		(starts(4, "ftyp") && (starts(8, "avif") || starts(8, "avis") || starts(8, "mif1")))
}
