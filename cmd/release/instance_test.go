package main

import (
	"os"
	"strings"
	"testing"
)

func TestAnInstanceSharesNothingWithTheOnlySite(t *testing.T) {
	text, err := os.ReadFile("../../packaging/estate.service")
	if err != nil {
		t.Fatal(err)
	}
	unit, err := instanceUnit(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"/etc/estate/%i.toml", "/var/lib/estate-%i\n", "User=estate-%i", "StateDirectory=estate-%i", "NoNewPrivileges=yes", "ExecReload="} {
		if !strings.Contains(unit, want) {
			t.Errorf("the unit lacks %q:\n%s", want, unit)
		}
	}
	for _, shared := range []string{"/etc/estate.toml", "/etc/estate.env", "/var/lib/estate\n", "User=estate\n", "estate.socket"} {
		if strings.Contains(unit, shared) {
			t.Errorf("the unit has %q of the only site", shared)
		}
	}
}
