package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/platform/certificates"
	"estate/internal/tests/testserver"
)

// TestServeWithADomainGetsItsCertificate runs a site that has only been told its domains, in
// front of a real certificate authority.
func TestServeWithADomainGetsItsCertificate(t *testing.T) {
	httpPort, httpsPort := freePort(t), freePort(t)
	authority := testserver.Start(t, "acme", "-http", strconv.Itoa(httpPort), "-tls", strconv.Itoa(httpsPort))
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(authority.IssuerRoot))
	folder := t.TempDir()
	file, root := filepath.Join(folder, "estate.toml"), filepath.Join(folder, "directory.pem")
	text := fmt.Sprintf("[studio]\naddress = \"https://studio.example.com\"\n[acme]\ndirectory = %q\nca = %q\n", authority.Address, root)
	err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.WriteFile(root, []byte(authority.Certificate), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	settings, err := config.Flags{Config: file, Data: data}.Load(config.Addresses{
		Addr: fmt.Sprintf("127.0.0.1:%d", httpsPort), HTTPAddr: fmt.Sprintf("127.0.0.1:%d", httpPort), Domains: []string{"www.example.com", "example.com"},
	})
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{
		Timeout:       30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true,
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				port := httpsPort
				if _, asked, _ := net.SplitHostPort(address); asked == "80" {
					port = httpPort
				}
				return (&net.Dialer{}).DialContext(ctx, network, fmt.Sprintf("127.0.0.1:%d", port))
			},
		},
	}
	visit := func(address string) (*http.Response, error) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			return nil, err
		}
		response, err := client.Do(request)
		if err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
		return response, err
	}
	// The demo, on purpose: the settings name a site.
	if err := FillDemo(t.Context(), settings, 0, 1); err != nil {
		t.Fatal(err)
	}
	start := func() (stop func()) {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- Serve(ctx, settings, func() (config.Settings, error) { return settings, nil }, DevOptions{}, slog.New(slog.DiscardHandler))
		}()
		for {
			if _, err := visit("http://www.example.com/"); err == nil {
				break
			}
			select {
			case err := <-ended:
				t.Fatalf("the site ended: %v", err)
			case <-time.After(20 * time.Millisecond):
			}
		}
		return func() {
			cancel()
			client.CloseIdleConnections()
			if err := <-ended; err != nil {
				t.Errorf("the site ended with %v", err)
			}
		}
	}

	stop := start()
	for address, want := range map[string]struct {
		status   int
		location string
	}{
		"http://www.example.com/about/?a=b":   {http.StatusMovedPermanently, "https://www.example.com/about/?a=b"},
		"https://example.com/about/?a=b":      {http.StatusMovedPermanently, "https://www.example.com/about/?a=b"},
		"https://www.example.com/properties/": {http.StatusOK, ""},
		"https://studio.example.com/studio/":  {http.StatusNotFound, ""}, // it has no user yet
	} {
		response, err := visit(address)
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		if got := response.Header.Get("Location"); response.StatusCode != want.status || got != want.location {
			t.Errorf("%s: %d %q, want %d %q", address, response.StatusCode, got, want.status, want.location)
		}
		if response.TLS == nil {
			continue
		}
		if response.ProtoMajor != 2 {
			t.Errorf("%s: %s, want HTTP/2", address, response.Proto)
		}
		if want.status == http.StatusOK && response.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s: no Strict-Transport-Security", address)
		}
	}
	expiries, err := certificates.Expiries(settings.CertificatesConfig())
	if err != nil || len(expiries) != 3 || expiries[2].Domain != "studio.example.com" || expiries[2].End.IsZero() {
		t.Errorf("expiries %+v, %v; want those of the three names", expiries, err)
	}
	first, err := visit("https://www.example.com/about/")
	if err != nil {
		t.Fatal(err)
	}
	stop()

	// A restart uses the stored certificate: authorities limit how many they issue.
	defer start()()
	second, err := visit("https://www.example.com/about/")
	if err != nil {
		t.Fatal(err)
	}
	if first.TLS.PeerCertificates[0].SerialNumber.Cmp(second.TLS.PeerCertificates[0].SerialNumber) != 0 {
		t.Error("the restarted site has another certificate")
	}
	stranger, err := tls.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", httpsPort), &tls.Config{ServerName: "evil.example", InsecureSkipVerify: true})
	if err == nil {
		_ = stranger.Close()
		t.Error("a handshake for a foreign name succeeds")
	}
}

// freePort is a TCP port of loopback that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().(*net.TCPAddr).Port
}
