package config

import (
	"net/netip"
	"net/url"
	"strings"
)

// Unencrypted names the connections to other machines that are not encrypted, or whose
// server is not verified. An operator may want them in a private network only.
func (s *Settings) Unencrypted() []string {
	var found []string
	if cms := s.CMS.Address(); cms != nil && cms.Scheme == "http" && !isOwnMachine(cms.Hostname()) {
		found = append(found, "the CMS by http: set cms.url to an https address")
	}
	if s.SMTP.TLS == "none" && !isOwnMachine(s.SMTP.Host) {
		found = append(found, "the mail server: set smtp.tls to starttls or tls")
	}
	if s.DB != "" && !databaseIsVerified(string(s.DB)) {
		found = append(found, "the database: add sslmode=verify-full to db")
	}
	if mirror, ok := s.MirrorConfig(); ok && mirror.URL != "" && s.Enquiries.Mirror != "" && !databaseIsVerified(mirror.URL) {
		found = append(found, "the mirror of the enquiries: add sslmode=verify-full to enquiries.mirror")
	}
	return found
}

func databaseIsVerified(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if host := u.Query().Get("host"); isOwnMachine(u.Hostname()) || u.Host == "" && (host == "" || strings.HasPrefix(host, "/")) {
		return true
	}
	mode := u.Query().Get("sslmode")
	return mode == "verify-full" || mode == "verify-ca"
}

func isOwnMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
