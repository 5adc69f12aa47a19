package app

import (
	"net/http"
	"strings"
	"testing"
)

func TestIconsHaveTheirStandardPaths(t *testing.T) {
	_, server := startSite(t, nil)
	for path, kind := range map[string]string{
		"/favicon.ico": "image/x-icon", "/favicon.svg": "image/svg+xml; charset=utf-8", "/favicon.png": "image/png", "/apple-touch-icon.png": "image/png",
	} {
		response, body := get(t, server, path)
		if got := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || got != kind || body == "" {
			t.Errorf("%s: status %d, type %q, %d bytes; want 200, %s and a picture", path, response.StatusCode, got, len(body), kind)
		}
	}
	if _, body := get(t, server, "/favicon.ico"); !strings.HasPrefix(body, "\x00\x00\x01\x00") {
		t.Errorf("favicon.ico begins with %q, want the header of an icon", body[:min(4, len(body))])
	}
}
