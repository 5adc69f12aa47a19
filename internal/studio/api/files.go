package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/platform/httpheader"
	"estate/web"
)

// files are the client build of the studio.
type files struct {
	fs            fs.FS
	build         string // hash of the manifest: another one reloads the studio
	script, style string // addresses
	fonts         []string
}

// errNoFrontEnd names the remedy.
var errNoFrontEnd = errors.New("the studio is not built into this program: run `make build`")

func newFiles(from fs.FS) (*files, error) {
	if from == nil {
		from = web.Studio()
	}
	data, err := fs.ReadFile(from, web.ManifestPath)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", errNoFrontEnd, err)
	}
	var manifest map[string]struct{ File string }
	if err := json.Unmarshal(data, &manifest); err != nil {
		return nil, fmt.Errorf("read Vite's manifest of the studio: %w; run `make build` again", err)
	}
	for _, key := range []string{web.StudioEntry, web.Styles} {
		if manifest[key].File == "" {
			return nil, fmt.Errorf("%w: its manifest lacks %s", errNoFrontEnd, key)
		}
	}
	// A font that is late is not shown (font-display: optional).
	var fonts []string
	for _, file := range manifest {
		if path.Ext(file.File) == ".woff2" {
			fonts = append(fonts, Path+file.File)
		}
	}
	slices.Sort(fonts)
	sum := sha256.Sum256(data)
	return &files{
		fs: from, build: hex.EncodeToString(sum[:6]), script: Path + manifest[web.StudioEntry].File, style: Path + manifest[web.Styles].File,
		fonts: fonts,
	}, nil
}

// fileTypes are the types of the files that are served.
var fileTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2",
	".svg": "image/svg+xml; charset=utf-8", ".png": "image/png", ".webp": "image/webp",
}

// serve answers a hashed file: its name changes with its content. The build has written a file compressed with brotli beside it.
func (f *files) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, Path)
	kind, known := fileTypes[path.Ext(name)]
	if !known || !fs.ValidPath(name) {
		http.NotFound(w, r)
		return
	}
	body, encoding, err := f.read(name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	_, _ = w.Write(body) // the client closed the connection
}

func (f *files) read(name, acceptEncoding string) (body []byte, encoding string, err error) {
	if accept := httpheader.ParseAcceptEncoding(acceptEncoding); accept.Prefers(accept.Brotli) {
		if body, err := fs.ReadFile(f.fs, name+".br"); err == nil {
			return body, "br", nil
		}
	}
	body, err = fs.ReadFile(f.fs, name)
	return body, "", err
}

var document = template.Must(template.New("").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="same-origin">
<title>{{.Title}}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{{.Style}}">
{{range .Fonts}}<link rel="preload" as="font" type="font/woff2" crossorigin href="{{.}}">
{{end -}}
<script type="module" src="{{.Script}}"></script>
</head>
<body>
<div id="root"></div>
<noscript>{{.NoScript}}</noscript>
</body>
</html>
`))

// serveDocument answers every screen with the same document; the front end reads the address.
func (a *API) serveDocument(w http.ResponseWriter, r *http.Request) {
	lang := languageOf(r)
	title := i18n.Words.T(lang, "studio.document.title")
	if name := a.cfg.Site(r.Context(), lang).Name; name != "" {
		title += " · " + name
	}
	var page bytes.Buffer
	err := document.Execute(&page, struct {
		Lang                 i18n.Lang
		Title, Style, Script string
		Fonts                []string
		NoScript             string
	}{lang, title, a.files.style, a.files.script, a.files.fonts, i18n.Words.T(lang, "studio.document.noScript")})
	if err != nil {
		a.log.ErrorContext(r.Context(), "studio: the document cannot be written", "err", err)
		http.Error(w, "Something went wrong.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Language")
	_, _ = w.Write(page.Bytes()) // the client closed the connection
}
