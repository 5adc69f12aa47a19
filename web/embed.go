package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Entry is the manifest key of the browser's entry, Styles that of the style sheet.
const (
	Entry  = "src/entry-client.tsx"
	Styles = "style.css"
)

// Client has the files for browsers and the manifest.
func Client() fs.FS { return sub("dist/client") }

// StudioEntry is the manifest key of the studio's entry in Studio; its only style sheet has the key Styles. The
// document loads both, and has an empty element of the id "root" and the language of the browser in lang.
const StudioEntry = "src/main.tsx"

// Studio has the files of the studio for browsers and their manifest. Its addresses begin with /studio/.
func Studio() fs.FS { return sub("dist/studio") }

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
