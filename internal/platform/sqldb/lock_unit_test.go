package sqldb

import (
	"strings"
	"testing"
)

// Where systemd listens for the site, stopping the service alone starts it again at the next request.
func TestAHeldLockNamesTheCommandThatStopsTheSite(t *testing.T) {
	for groups, unit := range map[string]string{
		"0::/system.slice/estate.service\n":                                   "estate",
		"12:memory:/x\n0::/system.slice/system-estate.slice/estate@b.service": "estate@b",
		"0::/user.slice/user-1000.slice/session-3.scope\n":                    "",
		"0::/system.slice/a'b.service\n":                                      "",
		"":                                                                    "",
	} {
		if got := unitIn(groups); got != unit {
			t.Errorf("%q: unit %q, want %q", groups, got, unit)
		}
	}
	if text := (heldError{"process id 7", "estate"}).Error(); !strings.Contains(text, "systemctl stop 'estate*.socket' estate.service") {
		t.Errorf("error %q", text)
	}
}
