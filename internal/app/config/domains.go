package config

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"estate/internal/platform/certificates"
	"estate/internal/platform/redact"
)

// ACME configures where certificates come from; it is used when domains are set.
type ACME struct {
	Email     string `toml:"email"`     // contact for the certificate authority
	Directory string `toml:"directory"` // Let's Encrypt
	CA        string `toml:"ca"`        // PEM file of the directory's root certificate: the system's
}

var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$`)

// fillDomainDefaults sets the addresses and the URL of a site that serves https itself.
func (s *Settings) fillDomainDefaults() {
	if len(s.Domains) == 0 {
		return
	}
	for i, domain := range s.Domains {
		s.Domains[i] = strings.ToLower(strings.TrimSpace(domain))
	}
	setDefault(&s.Addr, ":443")
	setDefault(&s.HTTPAddr, ":80")
	setDefault(&s.SiteURL, "https://"+s.Domains[0])
}

func (s *Settings) validateDomains() error {
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	for _, domain := range s.Domains {
		if !domainName.MatchString(domain) {
			report("domains has %q; it must be a host name such as www.example.com, without scheme and port", domain)
		}
	}
	switch {
	case len(s.Domains) > 0 && s.SiteURL != "https://"+s.Domains[0]:
		report("site_url is %q; with domains it must be https://%s, or be left out", redact.URL(s.SiteURL), s.Domains[0])
	case len(s.Domains) == 0 && s.HTTPAddr != "":
		report("http_addr is set without domains; set domains, or addr alone")
	}
	if s.ACME.Directory != "" {
		if u, err := url.Parse(s.ACME.Directory); err != nil || u.Scheme != "https" || u.Host == "" {
			report("acme.directory must be the https URL of an ACME directory")
		}
	}
	return errors.Join(problems...)
}

// studioDomains is the name of the studio's own address, which has a certificate too.
func (s *Settings) studioDomains() []string {
	if len(s.Domains) == 0 || s.Studio.Address == "" {
		return nil
	}
	return []string{s.StudioHost()}
}

// CertificatesConfig is the configuration of package certificates.
func (s *Settings) CertificatesConfig() certificates.Config {
	return certificates.Config{
		Domains: s.Domains, Beside: s.studioDomains(), Folder: filepath.Join(s.Data, "certificates"), Email: s.ACME.Email,
		Directory: s.ACME.Directory, CA: s.ACME.CA,
	}
}
