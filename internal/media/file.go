package media

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// fileTypes are what is sent as it is: films, sounds and documents that lie
// among the originals. Pictures never are; they become renditions.
var fileTypes = map[string]string{
	".mp4": "video/mp4", ".m4v": "video/mp4", ".webm": "video/webm",
	".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".ogg": "audio/ogg",
	".pdf": "application/pdf",
}

// IsFile reports whether an address names a film, a sound or a document.
func IsFile(address string) bool {
	return strings.HasPrefix(address, prefix) && fileTypes[strings.ToLower(path.Ext(address))] != ""
}

// HasPlace tells by its name whether a file has a place among the originals: a
// picture, a drawing, a film, a sound or a document.
func HasPlace(name string) bool {
	return isOriginal(name) || strings.EqualFold(path.Ext(name), ".svg") || fileTypes[strings.ToLower(path.Ext(name))] != ""
}

// File opens a film, a sound or a document of the site's own, and tells its type.
// The root keeps names and symbolic links from leading out of the folder.
func (l *Library) File(address string) (*os.File, fs.FileInfo, string, error) {
	name, ok := strings.CutPrefix(address, prefix)
	kind := fileTypes[strings.ToLower(path.Ext(name))]
	if !ok || kind == "" || len(name) > longestName || !utf8.ValidString(name) || !filepath.IsLocal(filepath.FromSlash(name)) ||
		strings.Contains("/"+name, "/.") {
		return nil, nil, "", fmt.Errorf("%w: %.80s", ErrNotFound, address)
	}
	file, err := l.originals.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, nil, "", fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return nil, nil, "", errors.Join(fmt.Errorf("%w: %w", ErrNotFound, err), file.Close())
	}
	return file, info, kind, nil
}
