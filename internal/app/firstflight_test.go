package app

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"estate/internal/app/config"
)

// TestResultsFitTheInitialCongestionWindow measures the first page of results with its headers as
// brotli sends it: ten segments of 1460 bytes arrive without a further round trip (RFC 6928). With
// mail the page also has the link that saves a search.
func TestResultsFitTheInitialCongestionWindow(t *testing.T) {
	const initialWindow = 10 * 1460
	_, server := startSite(t, func(s *config.Settings) {
		s.SMTP.Host, s.SMTP.From, s.SMTP.To = "127.0.0.1", "web@example.com", []string{"office@example.com"}
	})
	for _, link := range []string{"/properties/", "/es/properties/"} {
		response, body := get(t, server, link)
		if cards := strings.Count(body, "<article"); response.StatusCode != http.StatusOK || cards != 24 {
			t.Fatalf("%s: status %d, %d cards", link, response.StatusCode, cards)
		}
		if !strings.Contains(body, "/enquiry/alert/") {
			t.Fatalf("%s: no link to save the search", link)
		}
		var packed bytes.Buffer
		w := brotli.NewWriterLevel(&packed, brotli.BestCompression)
		if _, err := io.WriteString(w, body); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		response.Header.Set("Content-Encoding", "br")
		var head bytes.Buffer
		if err := response.Header.Write(&head); err != nil {
			t.Fatal(err)
		}
		size := len("HTTP/1.1 200 OK\r\n") + head.Len() + len("\r\n") + packed.Len()
		t.Logf("%s: %d bytes, of which %d are headers", link, size, size-packed.Len())
		if size > initialWindow {
			t.Errorf("%s: %d bytes with headers, want at most %d", link, size, initialWindow)
		}
	}
}
