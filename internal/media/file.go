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
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"estate/internal/media/remote"
	"estate/internal/platform/fairqueue"
)

// fileTypes are the media types of files that are sent unchanged: video, audio and documents in
// the folder of originals or at the CMS. Pictures are sent as renditions only.
var fileTypes = map[string]string{
	".mp4": "video/mp4", ".m4v": "video/mp4", ".webm": "video/webm", ".mov": "video/quicktime", ".ogv": "video/ogg",
	".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".ogg": "audio/ogg", ".oga": "audio/ogg", ".wav": "audio/wav", ".flac": "audio/flac",
	".aac": "audio/aac",
	".pdf": "application/pdf", ".txt": plainText, ".csv": plainText,
	".doc": download, ".docx": download, ".xls": download, ".xlsx": download, ".ppt": download, ".pptx": download,
	".odt": download, ".ods": download, ".odp": download, ".rtf": download, ".zip": download, ".ics": download, ".vcf": download,
	".kml": download, ".kmz": download, ".gpx": download, ".dwg": download, ".key": download, ".pages": download, ".numbers": download,
}

const (
	plainText = "text/plain; charset=utf-8"
	download  = "application/octet-stream" // no browser opens it
)

// RemoteFileTypes are the beginnings of the media types that another host may send for a film, a
// sound or a document. HTML is none of them: a login page in place of a file is refused.
var RemoteFileTypes = []string{
	"video/", "audio/", "application/", "text/plain", "text/csv", "text/calendar", "text/vcard", "text/rtf",
	"image/vnd.dwg",
}

func fileType(name string) string { return fileTypes[strings.ToLower(path.Ext(name))] }

// IsFile reports whether an address names a video, an audio file or a document.
func IsFile(address string) bool {
	return strings.HasPrefix(address, prefix) && fileType(address) != ""
}

// IsOriginal reports, by the extension, whether a file belongs into the folder of originals:
// a picture, an SVG file, a video, an audio file or a document.
func IsOriginal(name string) bool {
	return isOriginal(name) || strings.EqualFold(path.Ext(name), ".svg") || fileType(name) != ""
}

// FileAddress returns the address at which the site serves a file that content refers to: a film,
// a sound, a document, or a picture as its widest JPEG. It returns "" for other hosts and types.
func (l *Library) FileAddress(address string) string {
	src, ok := l.locate(address)
	switch {
	case !ok:
		return ""
	case src.remote == nil && (isOriginalPath(src.file) || isFilePath(src.file)):
		return src.address()
	case src.remote == nil:
		return ""
	case isSVG(src.remote.Path):
		return l.stem(src) + ".svg"
	case isOriginal(src.remote.Path):
		return rendition(l.stem(src), widths[len(widths)-1], formatJPEG)
	case fileType(src.remote.Path) != "":
		return l.stem(src) + strings.ToLower(path.Ext(src.remote.Path))
	}
	return ""
}

// copySuffix is what WordPress adds to the name of a resized, scaled or rotated copy.
var copySuffix = regexp.MustCompile(`(?:-(\d{1,5})x\d{1,5}|-scaled|-rotated)(\.\w+)$`)

// UploadAddress is FileAddress for an address of WordPress's media library that other sites link
// to. A smaller copy of a picture, such as a-300x200.jpg, leads to the rendition of a.jpg that is at
// least as wide.
func (l *Library) UploadAddress(address string) string {
	src, ok := l.locate(address)
	if !ok || src.remote != nil || !isOriginalPath(src.file) {
		return l.FileAddress(address)
	}
	suffix := copySuffix.FindStringSubmatchIndex(src.file)
	if suffix == nil {
		return src.address()
	}
	if _, err := l.stat(src.file); err == nil {
		return src.address()
	}
	original := source{file: src.file[:suffix[0]] + src.file[suffix[4]:]}
	if _, err := l.stat(original.file); err != nil || !isOriginalPath(original.file) {
		return src.address()
	}
	if suffix[2] < 0 || original.isSVG() {
		return original.address()
	}
	wanted, _ := strconv.Atoi(src.file[suffix[2]:suffix[3]])
	width := widths[len(widths)-1]
	for _, w := range slices.Backward(widths) {
		if w >= wanted {
			width = w
		}
	}
	return rendition(l.stem(original), width, formatJPEG)
}

// address is the address of a local original.
func (s source) address() string {
	segments := strings.Split(s.file, "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	return prefix + strings.Join(segments, "/")
}

// isFilePath reports whether a local film, sound or document may have this path: inside the
// folder and not hidden.
func isFilePath(file string) bool {
	return fileType(file) != "" && len(file) <= maxNameBytes && utf8.ValidString(file) && filepath.IsLocal(filepath.FromSlash(file)) &&
		!strings.Contains("/"+file, "/.")
}

// File is a film, a sound or a document for a response. The caller closes it.
type File struct {
	io.ReadSeeker
	ContentType string
	Name        string // of the original, for a download
	Modified    time.Time
	closer      io.Closer
}

// Close closes the file or the connection to its host.
func (f *File) Close() error { return f.closer.Close() }

// IsDownload reports that browsers do not show the file but save it.
func (f *File) IsDownload() bool { return f.ContentType == download }

// File opens a video, an audio file or a document of the site or of the CMS. A small file of the
// CMS is copied and served while the CMS is down; a large one passes through. Names and symbolic
// links cannot leave the folder of originals.
func (l *Library) File(ctx context.Context, address string) (*File, error) {
	name, ok := strings.CutPrefix(address, prefix)
	if !ok {
		return nil, fmt.Errorf("%w: %.80s", ErrNotFound, address)
	}
	if coded, ok := strings.CutPrefix(name, remotePrefix); ok {
		return l.remoteFile(ctx, coded)
	}
	if !isFilePath(name) {
		return nil, fmt.Errorf("%w: %.80s", ErrNotFound, address)
	}
	if _, err := l.statOrFetch(ctx, name); err != nil { // opening a device could already have an effect
		return nil, err
	}
	// A file that has become a named pipe must not block.
	file, err := l.originals.OpenFile(filepath.FromSlash(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return regularFile(file, name)
}

func regularFile(file *os.File, name string) (*File, error) {
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrNotFound, err), file.Close())
	}
	return &File{file, fileType(name), path.Base(name), info.ModTime(), file}, nil
}

// remoteFile opens the file of a name such as {signature}{base64url}.pdf.
func (l *Library) remoteFile(ctx context.Context, name string) (*File, error) {
	ext := path.Ext(name)
	src, signed, ok := l.parseRemote(strings.TrimSuffix(name, ext))
	if !ok || fileType(src.remote.Path) == "" || !strings.EqualFold(path.Ext(src.remote.Path), ext) {
		return nil, fmt.Errorf("%w: %.80s", ErrNotFound, name)
	}
	if err := l.refused.find(src.String()); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(src.String()))
	key := hex.EncodeToString(sum[:16]) + ".file"
	f, ok := l.freshCopy(key)
	switch {
	case !signed && ok:
		return nil, errors.Join(&MovedError{To: l.FileAddress(src.String())}, f.Close())
	case !signed:
		return nil, fmt.Errorf("%w: the address of %.100q is not signed", ErrNotFound, src)
	case ok:
		return l.copiedFile(f, src)
	}
	return l.openRemote(ctx, src, key)
}

// passingFile is a file whose client holds a slot until it is closed.
type passingFile struct {
	io.Closer
	release func()
}

// Close closes the connection and gives the slot back.
func (f *passingFile) Close() error {
	defer f.release()
	return f.Closer.Close()
}

// freshCopy opens a copy that is not older than Config.RemoteAge.
func (l *Library) freshCopy(key string) (*os.File, bool) {
	f, info, ok := l.cache.open(key)
	if ok && l.cfg.Now().Sub(info.ModTime()) > l.cfg.RemoteAge {
		f.Close()
		return nil, false
	}
	return f, ok
}

func (l *Library) copiedFile(f *os.File, src source) (*File, error) {
	file, err := regularFile(f, src.remote.Path)
	if err == nil {
		file.Modified = file.Modified.Truncate(time.Second)
	}
	return file, err
}

// openRemote requests a file of another host. One within the limit of originals is copied first.
// On an error an old copy is used.
func (l *Library) openRemote(ctx context.Context, src source, key string) (*File, error) {
	release, err := l.passing.Acquire(ctx, fairqueue.TicketOf(ctx))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBusy, err)
	}
	isKept := false // by the response
	defer func() {
		if !isKept {
			release()
		}
	}()
	opened, err := l.files.Open(ctx, src.remote)
	switch {
	case errors.Is(err, remote.ErrNotFound), errors.Is(err, remote.ErrRefused):
		kind := ErrNotFound
		if errors.Is(err, remote.ErrRefused) {
			kind = ErrRefused
		}
		err = fmt.Errorf("%w: %w", kind, err)
		l.refused.add(src.String(), err)
		l.cfg.Log.WarnContext(ctx, "file refused", "original", src.String(), "err", err)
		return nil, err
	case err != nil:
		if f, _, ok := l.cache.open(key); ok {
			l.cfg.Log.InfoContext(ctx, "a stale copy of a file is used", "original", src.String(), "err", err)
			return l.copiedFile(f, src)
		}
		return nil, fmt.Errorf("%w: %w", ErrBusy, err)
	}
	if opened.Size() > l.cfg.MaxBytes {
		isKept = true
		return &File{opened, fileType(src.remote.Path), path.Base(src.remote.Path), opened.Modified(), &passingFile{opened, release}}, nil
	}
	defer opened.Close()
	select {
	case l.copying <- struct{}{}:
		defer func() { <-l.copying }()
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", ErrBusy, ctx.Err())
	}
	if f, ok := l.freshCopy(key); ok { // copied during the wait
		return l.copiedFile(f, src)
	}
	var body bytes.Buffer
	n, err := io.Copy(&body, io.LimitReader(opened, l.cfg.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%w: copy of %s: %d bytes, %w", ErrBusy, src.String(), n, errors.Join(err, ctx.Err()))
	}
	if n > l.cfg.MaxBytes { // without this each request would transfer so much again
		err := fmt.Errorf("%w: its host does not name its size, and it exceeds %d bytes", ErrRefused, l.cfg.MaxBytes)
		l.refused.add(src.String(), err)
		l.cfg.Log.WarnContext(ctx, "file refused", "original", src.String(), "err", err)
		return nil, err
	}
	if err := l.cache.put(key, body.Bytes()); err != nil {
		l.cfg.Log.ErrorContext(ctx, "a file cannot be stored; check the disk of the picture cache", "err", err)
		return &File{bytes.NewReader(body.Bytes()), fileType(src.remote.Path), path.Base(src.remote.Path), l.cfg.Now(), io.NopCloser(nil)}, nil
	}
	f, _, ok := l.cache.open(key)
	if !ok {
		return nil, fmt.Errorf("%w: the copy was evicted at once; increase the size of the picture cache", ErrBusy)
	}
	return l.copiedFile(f, src)
}
