package wordpresstest

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"estate/internal/tests/contenttest"
)

// Transport returns a transport that adapts the site to the fixture: images have the addresses
// of the fixture, and the credential of the suite becomes the plugin's token for the requested
// entity.
func (s *Site) Transport() http.RoundTripper { return transport{s} }

type transport struct{ site *Site }

var entityRoute = regexp.MustCompile(`/wp/v2/\w+/(\d+)(?:/revisions)?$`)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Authorization") == string(contenttest.Credential) {
		r = r.Clone(r.Context())
		r.Header.Del("Authorization")
		if parts := entityRoute.FindStringSubmatch(r.URL.Path); parts != nil {
			id, _ := strconv.Atoi(parts[1])
			r.Header.Set("Authorization", "Bearer "+Token(id, time.Now().Add(time.Minute)))
		}
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	for _, slash := range []string{"/", `\/`} { // WordPress escapes the slashes of JSON
		uploads := bytes.ReplaceAll([]byte(t.site.Address+"/wp-content/uploads/media/"), []byte("/"), []byte(slash))
		body = bytes.ReplaceAll(body, uploads, bytes.ReplaceAll([]byte("/media/"), []byte("/"), []byte(slash)))
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	response.ContentLength = int64(len(body))
	response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return response, err
}

// Token returns the preview token of one entity, valid until a time.
func Token(id int, until time.Time) string {
	payload := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"id":%d,"exp":%d}`, id, until.Unix()))
	sum := hmac.New(sha256.New, []byte(Secret))
	sum.Write([]byte("estate preview\n" + payload))
	return "estate." + payload + "." + base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}
