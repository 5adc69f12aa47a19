// Package certificates gets and renews the TLS certificates of the site by ACME (RFC 8555),
// from Let's Encrypt unless configured. Accounts and certificates are kept in a folder.
package certificates

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Config configures a Manager.
type Config struct {
	Domains   []string // names of the certificates; the first is that of the site, the others redirect to it
	Beside    []string // further names of certificates, which do not redirect to the site
	Folder    string   // keeps accounts, keys and certificates
	Email     string   // contact for the certificate authority; may be ""
	Directory string   // URL of the ACME directory; "" is Let's Encrypt
	CA        string   // PEM file with the root certificate of the ACME server; "" is the system's
}

// requestTimeout bounds a request to the certificate authority.
const requestTimeout = 30 * time.Second

// Manager gets a certificate at the first handshake for a domain, and renews it 30 days
// before its end, while the site runs.
type Manager struct {
	domains []string
	beside  []string
	manager autocert.Manager
}

// New returns a Manager. The error names the setting to correct.
func New(cfg Config) (*Manager, error) {
	if err := os.MkdirAll(cfg.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("folder of the certificates: %w; give this user write permission", err)
	}
	client, err := httpClient(cfg.CA)
	if err != nil {
		return nil, err
	}
	return &Manager{domains: cfg.Domains, beside: cfg.Beside, manager: autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(cfg.Folder), Email: cfg.Email,
		HostPolicy: autocert.HostWhitelist(slices.Concat(cfg.Domains, cfg.Beside)...),
		Client:     &acme.Client{DirectoryURL: cfg.Directory, HTTPClient: client, UserAgent: "estate"},
	}}, nil
}

func httpClient(rootFile string) (*http.Client, error) {
	client := &http.Client{Timeout: requestTimeout}
	if rootFile == "" {
		return client, nil
	}
	pem, err := os.ReadFile(rootFile)
	if err != nil {
		return nil, fmt.Errorf("acme.ca: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, errors.New("acme.ca: " + rootFile + " has no certificate in PEM form")
	}
	client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}
	return client, nil
}

// TLSConfig is that of the site's listener, with HTTP/2. It answers the challenge TLS-ALPN-01.
func (m *Manager) TLSConfig() *tls.Config {
	cfg := m.manager.TLSConfig()
	cfg.MinVersion = tls.VersionTLS12
	return cfg
}

// HTTPHandler is that of the listener without TLS: it answers the challenge HTTP-01, refuses requests of
// programs, and redirects everything else to the site.
func (m *Manager) HTTPHandler() http.Handler {
	return m.manager.HTTPHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isForPrograms(r.URL.Path) {
			http.Error(w, "Use https: this address is not answered without encryption.", http.StatusForbidden)
			return
		}
		m.redirect(w, r)
	}))
}

// isForPrograms reports the REST API and the addresses of the CMS's plugin. A redirect would hide that a program
// sends its credential without encryption.
func isForPrograms(path string) bool {
	words := strings.SplitN(strings.ToLower(strings.TrimPrefix(path, "/")), "/", 3)
	return words[0] == "_cms" || words[0] == "wp-json" || len(words) > 1 && words[1] == "wp-json"
}

// Canonical redirects requests for the other domains to the site, and passes the rest on.
func (m *Manager) Canonical(next http.Handler) http.Handler {
	if len(m.domains) == 1 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(m.domains[1:], hostname(r)) {
			m.redirect(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostname is the host that a request asks for, in lower case and without its port.
func hostname(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	return strings.ToLower(host)
}

// redirect sends the client by https to the same path of the site, or of the name beside it. A form keeps its method and body.
func (m *Manager) redirect(w http.ResponseWriter, r *http.Request) {
	target := r.URL.RequestURI()
	if !strings.HasPrefix(target, "/") {
		target = "/" // "OPTIONS *"
	}
	status := http.StatusMovedPermanently
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		status = http.StatusPermanentRedirect
	}
	to := m.domains[0]
	if host := hostname(r); slices.Contains(m.beside, host) {
		to = host
	}
	w.Header().Set("Location", "https://"+to+target)
	w.WriteHeader(status)
}
