package httpconn

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// The deadline is that of the body, not of the work that follows.
func TestWorkGoesOnAfterTheDeadlineOfTheBody(t *testing.T) {
	const timeout = 100 * time.Millisecond
	cancelled := make(chan bool, 1)
	site := httptest.NewServer(withBodyDeadline(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case <-r.Context().Done():
			cancelled <- true
		case <-time.After(3 * timeout):
			cancelled <- false
		}
	}), timeout))
	defer site.Close()
	response, err := site.Client().Post(site.URL, "text/plain", strings.NewReader("a body"))
	if err == nil {
		err = response.Body.Close()
	}
	if <-cancelled || err != nil {
		t.Errorf("the request was cancelled (%v), although its body was there", err)
	}
}

func TestSlowBodiesEnd(t *testing.T) {
	read := make(chan error, 1)
	site := httptest.NewServer(withBodyDeadline(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		read <- err
	}), 50*time.Millisecond))
	defer site.Close()
	body, writer := io.Pipe()
	defer func() { _ = writer.Close() }()
	go func() {
		_, _ = writer.Write([]byte("a"))
	}()
	go func() {
		if response, err := site.Client().Post(site.URL, "text/plain", body); err == nil {
			_ = response.Body.Close()
		}
	}()
	select {
	case err := <-read:
		if err == nil {
			t.Error("the body is complete")
		}
	case <-time.After(10 * time.Second):
		t.Error("a body that never ends is awaited")
	}
	_ = writer.CloseWithError(io.ErrClosedPipe)
}
