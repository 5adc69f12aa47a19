package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// ManifestPath is the path of Vite's manifest in Client.
const ManifestPath = ".vite/manifest.json"

// Entry is the manifest key of the browser's entry, Styles that of the style sheet.
const (
	Entry  = "src/entry-client.tsx"
	Styles = "style.css"
)

// Client has the files for browsers and the manifest.
func Client() fs.FS { return sub("dist/client") }

// ServerBundle is the one self-contained module that sets globalThis.render, or
// an error that satisfies fs.ErrNotExist when the front end is not built.
func ServerBundle() ([]byte, error) { return dist.ReadFile("dist/server/entry-server.js") }

func sub(dir string) fs.FS {
	files, err := fs.Sub(dist, dir)
	if err != nil {
		panic(err) // the names above are valid paths
	}
	return files
}
