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
	if cms := s.CMS.Address(); cms != nil && isPlainHTTP(cms.String()) {
		found = append(found, "the CMS by http: set cms.url to an https address")
	}
	if isPlainHTTP(s.S3.Endpoint) {
		found = append(found, "the bucket by http: set s3.endpoint to an https address")
	}
	if isPlainHTTP(s.Traces.Endpoint) {
		found = append(found, "the collector of traces by http: set traces.endpoint to an https address")
	}
	for _, feed := range s.Feeds {
		if isPlainHTTP(feed.Address) {
			found = append(found, "the feed "+feed.Name+" by http: set its address to an https address")
		}
	}
	for _, channel := range s.Channels {
		if host, _, _ := strings.Cut(channel.FTP.Address, ":"); channel.FTP.Plain && !isOwnMachine(host) {
			found = append(found, "the FTP server of the channel "+channel.Name+": remove plain, if the portal has encryption")
		}
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

// isPlainHTTP reports an address of another machine without encryption.
func isPlainHTTP(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.EqualFold(u.Scheme, "http") && !isOwnMachine(u.Hostname())
}

func isOwnMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
