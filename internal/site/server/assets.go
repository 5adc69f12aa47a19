package server

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
	"estate/internal/site/document"
)

// The entries of the client build and its style sheet, by their names in Vite's manifest. The
// boot script loads the other one when the visitor sees the page.
const (
	clientBoot  = "src/boot.ts"
	clientEntry = "src/entry-client.tsx"
	clientStyle = "style.css"
)

// manifest names the hashed files of the client build.
type manifest map[string]struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
}

// assets serves the client build and names the files that a document needs.
type assets struct {
	files    fs.FS
	manifest manifest
	fonts    []string // of every page
}

// errNoFrontEnd names the remedy.
var errNoFrontEnd = errors.New("the front end is not built into this program: run `make build`")

func newAssets(client fs.FS) (*assets, error) {
	data, err := fs.ReadFile(client, ".vite/manifest.json")
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", errNoFrontEnd, err)
	}
	a := &assets{files: client}
	if err := json.Unmarshal(data, &a.manifest); err != nil {
		return nil, fmt.Errorf("read Vite's manifest: %w; run `make build` again", err)
	}
	for _, entry := range []string{clientBoot, clientEntry} {
		if _, ok := a.manifest[entry]; !ok {
			return nil, fmt.Errorf("%w: its manifest lacks %s", errNoFrontEnd, entry)
		}
	}
	for key, chunk := range a.manifest {
		if path.Ext(key) == ".woff2" {
			a.fonts = append(a.fonts, "/"+chunk.File)
		}
	}
	slices.Sort(a.fonts)
	return a, nil
}

// filesFor returns the entry and the chunks of source files.
func (a *assets) filesFor(sources []string) document.Files {
	b := document.Files{Style: "/" + a.manifest[clientStyle].File, Boot: "/" + a.manifest[clientBoot].File, Fonts: a.fonts}
	seen := map[string]bool{}
	var visit func(key string)
	visit = func(key string) {
		chunk, ok := a.manifest[key]
		if !ok || seen[key] {
			return
		}
		seen[key] = true
		for _, imported := range chunk.Imports {
			visit(imported)
		}
		if key == clientEntry {
			b.Script = "/" + chunk.File
		} else {
			b.Modules = append(b.Modules, "/"+chunk.File)
		}
	}
	visit(clientEntry)
	for _, source := range sources {
		visit(source)
	}
	return b
}

// ServeHTTP serves a hashed file: its name changes with its content, so browsers cache it
// without end. The build has written a file compressed with brotli beside it.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	kind, known := assetTypes[path.Ext(name)]
	if !known || strings.HasPrefix(path.Base(name), ".") {
		plainError(w, http.StatusNotFound, "There is no such file.")
		return
	}
	body, encoding, err := a.read(name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		plainError(w, http.StatusNotFound, "There is no such file.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h["Vary"] = varyEncoding
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	writeBody(w, r, http.StatusOK, body)
}

func (a *assets) read(name, acceptEncoding string) (body []byte, encoding string, err error) {
	if accept := httpheader.ParseAcceptEncoding(acceptEncoding); accept.Prefers(accept.Brotli) {
		if body, err := fs.ReadFile(a.files, name+".br"); err == nil {
			return body, "br", nil
		}
	}
	body, err = fs.ReadFile(a.files, name)
	return body, "", err
}

var assetTypes = map[string]string{
	".js":          "text/javascript; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".woff2":       "font/woff2",
	".svg":         "image/svg+xml; charset=utf-8",
	".png":         "image/png",
	".ico":         "image/x-icon",
	".json":        "application/json",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
}
