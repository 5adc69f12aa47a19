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

// fileTypes are the media types of files that are sent unchanged: video, audio and documents in
// the folder of originals. Pictures are sent as renditions only.
var fileTypes = map[string]string{
	".mp4": "video/mp4", ".m4v": "video/mp4", ".webm": "video/webm",
	".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".ogg": "audio/ogg",
	".pdf": "application/pdf",
}

// IsFile reports whether an address names a video, an audio file or a document.
func IsFile(address string) bool {
	return strings.HasPrefix(address, prefix) && fileTypes[strings.ToLower(path.Ext(address))] != ""
}

// IsOriginal reports, by the extension, whether a file belongs into the folder of originals:
// a picture, an SVG file, a video, an audio file or a document.
func IsOriginal(name string) bool {
	return isOriginal(name) || strings.EqualFold(path.Ext(name), ".svg") || fileTypes[strings.ToLower(path.Ext(name))] != ""
}

// File opens a video, an audio file or a document of the site and returns its media type.
// Names and symbolic links cannot leave the folder of originals.
func (l *Library) File(address string) (*os.File, fs.FileInfo, string, error) {
	name, ok := strings.CutPrefix(address, prefix)
	kind := fileTypes[strings.ToLower(path.Ext(name))]
	if !ok || kind == "" || len(name) > maxNameBytes || !utf8.ValidString(name) || !filepath.IsLocal(filepath.FromSlash(name)) ||
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
