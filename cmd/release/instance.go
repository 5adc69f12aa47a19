package main

import (
	"fmt"
	"strings"
)

// instanceChanges turn the lines of estate.service into those of estate@.service, a unit for
// several sites on one machine: each has its settings, data and user. The addresses are in the
// settings, without a socket of systemd.
var instanceChanges = [][2]string{
	{"Description=Estate, the website of a real-estate agency\n", "Description=Estate, the website of %i\n"},
	{"After=network-online.target estate.socket estate-https.socket\n", "After=network-online.target\n"},
	{"--config /etc/estate.toml --data /var/lib/estate\n", "--config /etc/estate/%i.toml --data /var/lib/estate-%i\n"},
	{"EnvironmentFile=-/etc/estate.env\n", "EnvironmentFile=-/etc/estate/%i.env\n"},
	{"Sockets=estate.socket\n", ""},
	{"User=estate\n", "User=estate-%i\n"},
	{"Group=estate\n", "Group=estate-%i\n"},
	{"StateDirectory=estate\n", "StateDirectory=estate-%i\n"},
}

// instanceUnit makes estate@.service of estate.service.
func instanceUnit(unit string) (string, error) {
	for _, change := range instanceChanges {
		if strings.Count(unit, change[0]) != 1 {
			return "", fmt.Errorf("estate.service has the line %q not exactly once; correct instanceChanges", strings.TrimSpace(change[0]))
		}
		unit = strings.Replace(unit, change[0], change[1], 1)
	}
	return unit, nil
}
