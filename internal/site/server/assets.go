package server

import (
	"io/fs"
	"net/http"
	"path"
	"strings"

	"estate/internal/platform/vitebuild"
	"estate/internal/site/document"
)

// The entries of the client build and its style sheet, by their names in Vite's manifest. The
// boot script loads the other one when the visitor sees the page.
const (
	clientBoot  = "src/boot.ts"
	clientEntry = "src/entry-client.tsx"
	clientStyle = "style.css"
)

// assets serves the client build and names the files that a document needs.
type assets struct {
	build vitebuild.Build
	fonts []string // of every page
}

func newAssets(client fs.FS) (*assets, error) {
	build, err := vitebuild.Open(client, clientBoot, clientEntry)
	if err != nil {
		return nil, err
	}
	a := &assets{build: build}
	for _, font := range build.Fonts {
		a.fonts = append(a.fonts, "/"+font)
	}
	return a, nil
}

// filesFor returns the entry and the chunks of source files.
func (a *assets) filesFor(sources []string) document.Files {
	b := document.Files{Style: "/" + a.build.Chunks[clientStyle].File, Boot: "/" + a.build.Chunks[clientBoot].File, Fonts: a.fonts}
	seen := map[string]bool{}
	var visit func(key string)
	visit = func(key string) {
		chunk, ok := a.build.Chunks[key]
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

// ServeHTTP serves a file of the build.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, found := a.build.File(w, r, strings.TrimPrefix(path.Clean(r.URL.Path), "/"))
	if !found {
		plainError(w, http.StatusNotFound, "There is no such file.")
		return
	}
	writeBody(w, r, http.StatusOK, body)
}
