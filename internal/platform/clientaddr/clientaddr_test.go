package clientaddr

import (
	"net/netip"
	"testing"
)

func TestClientPrefixes(t *testing.T) {
	for _, tt := range []struct {
		address, want string
	}{
		{"203.0.113.9", "203.0.113.9/32"},
		{"::ffff:203.0.113.9", "203.0.113.9/32"},
		{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{"fe80::1%eth0", "fe80::/64"},
	} {
		if got := Prefix(netip.MustParseAddr(tt.address)); got.String() != tt.want {
			t.Errorf("Prefix(%s) = %s, want %s", tt.address, got, tt.want)
		}
	}
	if got := Prefix(netip.Addr{}); got != (netip.Prefix{}) {
		t.Errorf("Prefix of no address = %s, want the zero prefix", got)
	}
}
