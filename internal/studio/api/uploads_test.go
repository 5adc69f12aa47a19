package api_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"estate/internal/studio/account"
	"estate/internal/studio/api"
	"estate/internal/studio/upload"
)

// tus makes a call of the protocol; headers are pairs.
func (d *desk) tus(role account.Role, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, site+"/studio/api/"+path, strings.NewReader(body))
	r.AddCookie(&http.Cookie{Name: "__Host-estate_studio", Value: d.tokens[role]})
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Tus-Resumable", "1.0.0")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	d.handler.Handler(nil).ServeHTTP(w, r)
	return w
}

func named(name string) string { return "filename " + base64.StdEncoding.EncodeToString([]byte(name)) }

func TestADocumentIsUploadedInChunks(t *testing.T) {
	d := newDesk(t)
	body := "%PDF-1.7 " + strings.Repeat("information sheet ", 40_000)
	created := d.tus("agent", "POST", "uploads", "", "Upload-Length", strconv.Itoa(len(body)), "Upload-Metadata", "filetype YQ==,"+named("Hoja DIA.pdf"))
	path := strings.TrimPrefix(created.Header().Get("Location"), "/studio/api/")
	if created.Code != http.StatusCreated || !strings.HasPrefix(path, "uploads/") {
		t.Fatalf("created %d at %q: %s", created.Code, path, created.Body)
	}
	for at := 0; at < len(body); {
		chunk := body[at:min(len(body), at+upload.MaxChunk)]
		sent := d.tus("agent", "PATCH", path, chunk, "Upload-Offset", strconv.Itoa(at), "Content-Type", "application/offset+octet-stream")
		if at += len(chunk); sent.Code != http.StatusNoContent || sent.Header().Get("Upload-Offset") != strconv.Itoa(at) {
			t.Fatalf("chunk: %d, offset %q", sent.Code, sent.Header().Get("Upload-Offset"))
		}
		progress := d.tus("agent", "HEAD", path, "")
		if progress.Header().Get("Upload-Offset") != strconv.Itoa(at) || progress.Header().Get("Upload-Length") != strconv.Itoa(len(body)) ||
			progress.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("progress %v", progress.Header())
		}
	}
	var file api.MediaFile
	if code := d.call("agent", "POST", path+"/finish", "", &file); code != http.StatusOK || file.Kind != api.MediaDocument || file.Name != "Hoja DIA" ||
		!strings.HasSuffix(file.URL, "-hoja-dia.pdf") || file.Image != nil {
		t.Errorf("finished %d: %+v", code, file)
	}
	var files api.MediaFiles
	if code := d.call("editor", "GET", "media?q=hoja&kind=document", "", &files); code != http.StatusOK || len(files.Files) != 1 || files.Files[0] != file {
		t.Errorf("the library %d: %+v", code, files)
	}
	if d.call("editor", "GET", "media?kind=picture", "", &files); len(files.Files) != 0 {
		t.Errorf("pictures %+v", files)
	}
}

func TestUploadsThatAreRefused(t *testing.T) {
	d := newDesk(t)
	for _, test := range []struct {
		headers []string
		status  int
	}{
		{[]string{"Upload-Length", "10", "Upload-Metadata", named("villa.jpg"), "Tus-Resumable", "0.2.2"}, http.StatusPreconditionFailed},
		{[]string{"Upload-Defer-Length", "1", "Upload-Metadata", named("villa.jpg")}, http.StatusBadRequest},
		{[]string{"Upload-Length", "1e9", "Upload-Metadata", named("villa.jpg")}, http.StatusBadRequest},
		{[]string{"Upload-Length", "10"}, http.StatusBadRequest},
		{[]string{"Upload-Length", "10", "Upload-Metadata", "filename ***"}, http.StatusBadRequest},
		{[]string{"Upload-Length", "-1", "Upload-Metadata", named("villa.jpg")}, http.StatusUnprocessableEntity},
		{[]string{"Upload-Length", "99999999999", "Upload-Metadata", named("villa.jpg")}, http.StatusUnprocessableEntity},
	} {
		if w := d.tus("agent", "POST", "uploads", "", test.headers...); w.Code != test.status || w.Header().Get("Tus-Resumable") != "1.0.0" {
			t.Errorf("%q: %d, want %d", test.headers, w.Code, test.status)
		}
	}
	created := d.tus("agent", "POST", "uploads", "", "Upload-Length", "2000000", "Upload-Metadata", named("villa.jpg"))
	path := strings.TrimPrefix(created.Header().Get("Location"), "/studio/api/")
	const chunks = "application/offset+octet-stream"
	for name, test := range map[string]struct {
		role    account.Role
		path    string
		body    string
		headers []string
		status  int
	}{
		"another user":      {"editor", path, "x", []string{"Upload-Offset", "0", "Content-Type", chunks}, http.StatusNotFound},
		"another id":        {"agent", "uploads/AAAA", "x", []string{"Upload-Offset", "0", "Content-Type", chunks}, http.StatusNotFound},
		"no offset":         {"agent", path, "x", []string{"Content-Type", chunks}, http.StatusBadRequest},
		"another offset":    {"agent", path, "x", []string{"Upload-Offset", "7", "Content-Type", chunks}, http.StatusConflict},
		"another type":      {"agent", path, "x", []string{"Upload-Offset", "0", "Content-Type", "image/jpeg"}, http.StatusUnsupportedMediaType},
		"a chunk too large": {"agent", path, strings.Repeat("x", upload.MaxChunk+1), []string{"Upload-Offset", "0", "Content-Type", chunks}, http.StatusRequestEntityTooLarge},
	} {
		if w := d.tus(test.role, "PATCH", test.path, test.body, test.headers...); w.Code != test.status {
			t.Errorf("%s: %d, want %d: %s", name, w.Code, test.status, w.Body)
		}
	}
	many := 0
	for range 100 {
		if w := d.tus("agent", "POST", "uploads", "", "Upload-Length", "10", "Upload-Metadata", named("villa.jpg")); w.Code == http.StatusTooManyRequests {
			many++
			if w.Header().Get("Retry-After") == "" {
				t.Fatal("a refused upload does not say when to try again")
			}
		}
	}
	if many != 98 {
		t.Errorf("%d of 100 uploads beside another one were refused, want 98", many)
	}
	if w := d.tus("agent", "DELETE", path, ""); w.Code != http.StatusNoContent {
		t.Errorf("cancelled: %d", w.Code)
	}
	// A file of no known format says so in a sentence.
	created = d.tus("editor", "POST", "uploads", "", "Upload-Length", "4", "Upload-Metadata", named("villa.jpg"))
	path = strings.TrimPrefix(created.Header().Get("Location"), "/studio/api/")
	d.tus("editor", "PATCH", path, "MZ\x90\x00", "Upload-Offset", "0", "Content-Type", chunks)
	var problem api.Problem
	if code := d.call("editor", "POST", path+"/finish", "", &problem); code != http.StatusUnprocessableEntity || len(problem.Fields) != 1 ||
		!strings.Contains(problem.Title, "PDF") {
		t.Errorf("finished %d: %+v", code, problem)
	}
}
