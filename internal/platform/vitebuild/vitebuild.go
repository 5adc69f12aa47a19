// Package vitebuild reads a client build of Vite: the manifest, and the files that it names, each with a hash in
// its name.
package vitebuild

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"estate/internal/platform/httpheader"
)

// ManifestPath is the path of the manifest in a build.
const ManifestPath = ".vite/manifest.json"

// Chunk is an entry of the manifest.
type Chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
}

// Build is a client build. The zero Build has no files.
type Build struct {
	Chunks   map[string]Chunk // by source
	Fonts    []string         // files of the fonts, sorted
	Manifest []byte           // as the build has written it
	files    fs.FS
}

// errMissing names the remedy.
var errMissing = errors.New("the front end is not built into this program: run `make build`")

// Open reads the manifest of a build and checks that it has the required entries.
func Open(files fs.FS, required ...string) (Build, error) {
	data, err := fs.ReadFile(files, ManifestPath)
	if err != nil {
		return Build{}, fmt.Errorf("%w (%w)", errMissing, err)
	}
	b := Build{Manifest: data, files: files}
	if err := json.Unmarshal(data, &b.Chunks); err != nil {
		return Build{}, fmt.Errorf("read Vite's manifest: %w; run `make build` again", err)
	}
	for _, entry := range required {
		if b.Chunks[entry].File == "" {
			return Build{}, fmt.Errorf("%w: its manifest lacks %s", errMissing, entry)
		}
	}
	for _, chunk := range b.Chunks {
		if path.Ext(chunk.File) == ".woff2" {
			b.Fonts = append(b.Fonts, chunk.File)
		}
	}
	slices.Sort(b.Fonts)
	return b, nil
}

// types are the types of the files that are served.
var types = map[string]string{
	".js":          "text/javascript; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".woff2":       "font/woff2",
	".svg":         "image/svg+xml; charset=utf-8",
	".png":         "image/png",
	".webp":        "image/webp",
	".ico":         "image/x-icon",
	".json":        "application/json",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
}

// File returns a file for a request and sets the headers of its response: its name changes with its content, so browsers cache
// it without end. The build has written a file compressed with brotli beside it.
func (b *Build) File(w http.ResponseWriter, r *http.Request, name string) (body []byte, found bool) {
	kind, known := types[path.Ext(name)]
	if !known || b.files == nil || strings.HasPrefix(path.Base(name), ".") {
		return nil, false
	}
	encoding := ""
	if accept := httpheader.ParseAcceptEncoding(r.Header.Get("Accept-Encoding")); accept.Prefers(accept.Brotli) {
		if packed, err := fs.ReadFile(b.files, name+".br"); err == nil {
			body, encoding = packed, "br"
		}
	}
	if encoding == "" {
		var err error
		if body, err = fs.ReadFile(b.files, name); err != nil {
			return nil, false
		}
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	return body, true
}
