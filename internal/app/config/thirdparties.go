package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"estate/internal/platform/redact"
)

var thirdPartyHost = regexp.MustCompile(`^(\*\.)?[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*(:\d{1,5})?$`)

// validateScript requires an https URL. A fake service of the tests may use http at a
// loopback address.
func validateScript(name, script string) error {
	address, err := url.Parse(script)
	if err != nil || address.User != nil || !thirdPartyHost.MatchString(address.Host) || address.Scheme != "https" && !isLoopback(address) {
		return fmt.Errorf("%s is %q; it must be an https URL such as https://embed.example.com/script.js", name, redact.URL(script))
	}
	return nil
}

func isLoopback(address *url.URL) bool {
	ip, err := netip.ParseAddr(address.Hostname())
	return address.Scheme == "http" && err == nil && ip.IsLoopback()
}

// validateHosts rejects what would end a directive of the Content-Security-Policy or
// allow every host.
func validateHosts(name string, hosts []string) error {
	var problems []error
	for _, host := range hosts {
		if !thirdPartyHost.MatchString(host) || !strings.Contains(host, ".") {
			problems = append(problems, fmt.Errorf("%s has %q; set hosts without a scheme, such as chat.example.com or *.example.com", name, host))
		}
	}
	return errors.Join(problems...)
}

// sources are the origins of a third party for the Content-Security-Policy.
func sources(script string, hosts []string) []string {
	address, err := url.Parse(script)
	if script == "" || err != nil {
		return nil
	}
	list := []string{address.Scheme + "://" + address.Host}
	for _, host := range hosts {
		list = append(list, address.Scheme+"://"+host)
	}
	return list
}
