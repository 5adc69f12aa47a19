package agreement

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// recordedAddress is the address of the CMS in recordings.
const recordedAddress = "http://cms.test"

// answer is a response of a WordPress.
type answer struct {
	Status int             `json:"status"`
	Total  string          `json:"total,omitempty"`
	Pages  string          `json:"pages,omitempty"`
	Body   json.RawMessage `json:"body"`
}

// recording holds the answers of a WordPress to the first sync of a replica, by request.
// test/wordpress/record.sh writes testdata/{name}.json.gz.
type recording struct {
	mu      sync.Mutex
	answers map[string]answer
}

func recordingFile(name string) string { return filepath.Join("testdata", name+".json.gz") }

func readRecording(t *testing.T, name string) *recording {
	t.Helper()
	file, err := os.Open(recordingFile(name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	r := &recording{}
	if err := json.NewDecoder(text).Decode(&r.answers); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *recording) write(t *testing.T, name string) {
	t.Helper()
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewEncoder(writer).Encode(r.answers); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(recordingFile(name), packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// cacheProof is the parameter that differs in every request.
var cacheProof = regexp.MustCompile(`[?&]estate_nocache=[^&]*`)

func keyOf(r *http.Request) string {
	return r.Method + " " + strings.Replace(cacheProof.ReplaceAllString(r.URL.RequestURI(), ""), "/&", "/?", 1)
}

// record serves a WordPress and keeps its answers.
func (r *recording) record(t *testing.T, address string) *httptest.Server {
	t.Helper()
	r.answers = map[string]answer{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		forwarded, err := http.NewRequestWithContext(req.Context(), req.Method, address+req.URL.RequestURI(), nil)
		if err != nil {
			t.Error(err)
			return
		}
		forwarded.Header = req.Header.Clone()
		forwarded.Header.Del("Accept-Encoding")
		response, err := http.DefaultTransport.RoundTrip(forwarded)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Error(err)
			return
		}
		kept := answer{Status: response.StatusCode, Total: response.Header.Get("X-WP-Total"), Pages: response.Header.Get("X-WP-TotalPages"), Body: withoutLinks(t, body)}
		kept.Body = bytes.ReplaceAll(kept.Body, []byte(address), []byte(recordedAddress))
		r.mu.Lock()
		r.answers[keyOf(req)] = kept
		r.mu.Unlock()
		r.send(w, kept, "http://"+req.Host)
	}))
	t.Cleanup(server.Close)
	return server
}

// withoutLinks removes the links to other requests of the API.
func withoutLinks(t *testing.T, body []byte) []byte {
	t.Helper()
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		return []byte("null")
	}
	items, isList := tree.([]any)
	if !isList {
		items = []any{tree}
	}
	for _, item := range items {
		if object, ok := item.(map[string]any); ok {
			for _, name := range []string{"_links", "guid", "routes"} {
				delete(object, name)
			}
		}
	}
	var clean bytes.Buffer
	encoder := json.NewEncoder(&clean)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(tree); err != nil {
		t.Error(err)
	}
	return clean.Bytes()
}

// replay serves the answers.
func (r *recording) replay(t *testing.T) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		kept, known := r.answers[keyOf(req)]
		if !known {
			kept, known = r.included(req)
		}
		if !known {
			t.Errorf("no recorded answer to %s: run test/wordpress/record.sh", keyOf(req))
			w.WriteHeader(http.StatusNotImplemented)
			return
		}
		r.send(w, kept, "http://"+req.Host)
	}))
	t.Cleanup(server.Close)
	return server
}

// included answers a request for entities by their ids from other answers: which ids are requested
// together depends on the order of concurrent requests.
func (r *recording) included(req *http.Request) (answer, bool) {
	path := req.URL.Path
	if strings.HasSuffix(path, "/media") { // the same in all languages
		path = strings.TrimPrefix(path, "/es")
	}
	ids := strings.Split(req.URL.Query().Get("include"), ",")
	bodies := map[string]json.RawMessage{}
	for key, kept := range r.answers {
		if !strings.HasPrefix(key, "GET "+path+"?") || !strings.Contains(key, "include=") {
			continue
		}
		var items []json.RawMessage
		if json.Unmarshal(kept.Body, &items) != nil {
			continue
		}
		for _, item := range items {
			var one struct {
				ID json.Number `json:"id"`
			}
			if json.Unmarshal(item, &one) == nil {
				bodies[one.ID.String()] = item
			}
		}
	}
	found := []json.RawMessage{}
	for _, id := range ids {
		if body, known := bodies[id]; known {
			found = append(found, body)
		}
	}
	body, err := json.Marshal(found)
	total := strconv.Itoa(len(found))
	return answer{Status: http.StatusOK, Total: total, Pages: "1", Body: body}, err == nil && len(bodies) > 0
}

func (*recording) send(w http.ResponseWriter, kept answer, address string) {
	header := w.Header()
	header.Set("Content-Type", "application/json; charset=UTF-8")
	if kept.Total != "" {
		header.Set("X-WP-Total", kept.Total)
		header.Set("X-WP-TotalPages", kept.Pages)
	}
	w.WriteHeader(kept.Status)
	_, _ = w.Write(bytes.ReplaceAll(kept.Body, []byte(recordedAddress), []byte(address)))
}

// objects returns the recorded objects of an endpoint in a language, each once.
func (r *recording) objects(t *testing.T, lang, endpoint string) []object {
	t.Helper()
	prefix := "GET /wp-json/wp/v2/" + endpoint + "?"
	if lang != "en" {
		prefix = "GET /" + lang + "/wp-json/wp/v2/" + endpoint + "?"
	}
	var found []object
	known := map[int]bool{}
	for key, kept := range r.answers {
		if !strings.HasPrefix(key, prefix) || kept.Status != http.StatusOK {
			continue
		}
		var items []object
		if err := json.Unmarshal(kept.Body, &items); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		for _, item := range items {
			id, _ := item["id"].(float64)
			if len(item) > 3 && !known[int(id)] { // not the list of ids and times
				known[int(id)] = true
				found = append(found, item)
			}
		}
	}
	return found
}
