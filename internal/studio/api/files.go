package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/platform/vitebuild"
	"estate/web"
)

// files are the client build of the studio.
type files struct {
	vitebuild.Build
	build         string // hash of the manifest: another one reloads the studio
	script, style string // addresses
	fonts         []string
}

func newFiles(from fs.FS) (*files, error) {
	if from == nil {
		from = web.Studio()
	}
	build, err := vitebuild.Open(from, web.StudioEntry, web.Styles)
	if err != nil {
		return nil, fmt.Errorf("studio: %w", err)
	}
	sum := sha256.Sum256(build.Manifest)
	f := &files{
		Build: build, build: hex.EncodeToString(sum[:6]),
		script: Path + build.Chunks[web.StudioEntry].File, style: Path + build.Chunks[web.Styles].File,
	}
	for _, font := range build.Fonts {
		f.fonts = append(f.fonts, Path+font)
	}
	return f, nil
}

// serve answers a file of the build.
func (f *files) serve(w http.ResponseWriter, r *http.Request) {
	body, found := f.File(w, r, strings.TrimPrefix(r.URL.Path, Path))
	if !found {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(body) // the client closed the connection
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
