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

// Transport asks the site as the fixture's owner sees it: pictures stand where the
// fixture has them, and the suite's credential becomes the plugin's token for the
// entity that is asked for.
func (b *Site) Transport() http.RoundTripper { return transport{b} }

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

// Token is the credential with which the plugin lets one entity be read until then.
func Token(id int, until time.Time) string {
	payload := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"id":%d,"exp":%d}`, id, until.Unix()))
	sum := hmac.New(sha256.New, []byte(Secret))
	sum.Write([]byte("estate preview\n" + payload))
	return "estate." + payload + "." + base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}
