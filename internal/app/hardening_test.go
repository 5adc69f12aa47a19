package app

import (
	"bufio"
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

func TestEveryResponseHasTheSecurityHeaders(t *testing.T) {
	_, server := startSite(t, nil)
	for _, path := range []string{
		"/", "/es/properties/", "/not-there/", "/_view/", "/_map/properties/", "/wp-json/", "/wp-json/wp/v2/posts?per_page=0", "/assets/none.js", "/media/none.jpg",
		"/favicon.svg", "/feed/", "/sitemap.xml", "/robots.txt", "/healthz", "/enquiry/", "/locales/en/common.json", "/.git/config", "/assets/", "/media/",
	} {
		response, body := get(t, server, path)
		h := response.Header
		if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'self'") || !strings.Contains(csp, "object-src 'none'") || !strings.Contains(csp, "base-uri 'none'") {
			t.Errorf("%s: policy %q", path, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" {
			t.Errorf("%s: headers %v", path, h)
		}
		kind := h.Get("Content-Type")
		if isText := strings.HasPrefix(kind, "text/") || strings.Contains(kind, "xml"); body != "" && (kind == "" || isText && !strings.Contains(strings.ToLower(kind), "charset=utf-8")) {
			t.Errorf("%s: type %q without a character encoding", path, kind)
		}
		if strings.Contains(body, "[core]") || strings.Contains(body, "Index of") || strings.Contains(body, "<pre>\n<a href") {
			t.Errorf("%s shows files of the machine", path)
		}
		if origin := h.Get("Access-Control-Allow-Origin"); origin != "" && (h.Get("Access-Control-Allow-Credentials") != "" || !strings.HasPrefix(path, "/wp-json")) {
			t.Errorf("%s may be read by %s", path, origin)
		}
	}
}

func TestUnusedMethodsAreRefused(t *testing.T) {
	_, server := startSite(t, nil)
	for _, method := range []string{http.MethodTrace, "TRACK", http.MethodConnect, http.MethodPut, http.MethodDelete} {
		request, err := http.NewRequestWithContext(t.Context(), method, server.URL+"/contact/", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Probe", "seen")
		response, err := server.Client().Do(request)
		if err != nil {
			continue // CONNECT is refused before a response
		}
		var body bytes.Buffer
		_, _ = body.ReadFrom(response.Body)
		response.Body.Close()
		if response.StatusCode < 400 || strings.Contains(body.String(), "seen") {
			t.Errorf("%s: status %d", method, response.StatusCode)
		}
	}
}

// A request with two lengths must not hide another one (request smuggling).
func TestRequestsWithTwoLengthsHideNoOther(t *testing.T) {
	_, server := startSite(t, nil)
	for name, raw := range map[string]string{
		"both headers":    "POST /enquiry/ HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n",
		"two lengths":     "POST /enquiry/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n",
		"obscured header": "POST /enquiry/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if _, err := c.Write([]byte(raw)); err != nil {
				t.Fatal(err)
			}
			answers := bufio.NewReader(c)
			response, err := http.ReadResponse(answers, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, response.Body)
			response.Body.Close()
			if response.StatusCode < 400 {
				t.Errorf("status %d, want an error", response.StatusCode)
			}
			// Chunks win over a length, and the connection ends; the other two are no valid requests.
			if hidden, err := http.ReadResponse(answers, nil); err == nil {
				hidden.Body.Close()
				t.Errorf("the hidden request was answered with %d", hidden.StatusCode)
			}
		})
	}
}

func TestRefusedRequestsAreLoggedWithinBounds(t *testing.T) {
	var out bytes.Buffer
	refused := (&App{log: slog.New(slog.NewTextHandler(&out, nil))}).logRefused()
	for range 100 {
		refused("form of another site", netip.MustParsePrefix("203.0.113.9/32"))
	}
	refused("too many enquiries", netip.MustParsePrefix("203.0.113.9/32"))
	if n := strings.Count(out.String(), "form of another site"); n == 0 || n > 20 || !strings.Contains(out.String(), "too many enquiries") {
		t.Errorf("%d lines of 100 refusals:\n%s", n, &out)
	}
}
