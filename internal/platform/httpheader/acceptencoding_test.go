package httpheader

import "testing"

func TestParseAcceptEncoding(t *testing.T) {
	for _, tt := range []struct {
		name, header string
		want         AcceptEncoding
	}{
		{"none", "", AcceptEncoding{}},
		{"browser", "gzip, deflate, br, zstd", AcceptEncoding{Brotli: 1000, Zstd: 1000, Gzip: 1000}},
		{"weights", "br;q=0.5, gzip;q=1.0, zstd;q=0", AcceptEncoding{Brotli: 500, Gzip: 1000}},
		{"star", "gzip;q=0.2, *;q=0.1", AcceptEncoding{Brotli: 100, Zstd: 100, Gzip: 200}},
		{"star forbids the others", "br, *;q=0", AcceptEncoding{Brotli: 1000}},
		{"identity", "identity, gzip;q=0.333", AcceptEncoding{Gzip: 333, Identity: 1000}},
		{"old name, other case", "X-GZIP ; Q=0.7", AcceptEncoding{Gzip: 700}},
		{"malformed items", "br;q=2, zstd;q=-1, gzip;q=1e0", AcceptEncoding{}},
		{"part of a name", "brotli, gzipped", AcceptEncoding{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := ParseAcceptEncoding(tt.header); got != tt.want {
				t.Errorf("ParseAcceptEncoding(%q) = %+v, want %+v", tt.header, got, tt.want)
			}
		})
	}
}

func TestAnEncodingIsPreferredToTheIdentity(t *testing.T) {
	for header, want := range map[string]bool{
		"gzip": true, "gzip;q=0": false, "": false, "identity, gzip;q=0.5": false, "identity;q=0.5, gzip": true, "identity, gzip": true,
	} {
		if a := ParseAcceptEncoding(header); a.Prefers(a.Gzip) != want {
			t.Errorf("%q prefers gzip: %v, want %v", header, !want, want)
		}
	}
}
