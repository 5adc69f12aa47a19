package httpheader

import (
	"net/http"
	"testing"
)

func TestMatchesETag(t *testing.T) {
	const weak, strong = `W/"abc"`, `"abc"`
	for _, tt := range []struct {
		name   string
		values []string
		etag   string
		want   bool
	}{
		{"equal", []string{weak}, weak, true},
		{"strong given, weak held", []string{strong}, weak, true},
		{"weak given, strong held", []string{weak}, strong, true},
		{"one of a list", []string{`"x", W/"abc" , "y"`}, weak, true},
		{"in the second header", []string{`"x"`, strong}, weak, true},
		{"any", []string{"*"}, weak, true},
		{"another", []string{`"abcd"`}, weak, false},
		{"a part of the tag", []string{`W/"ab"`}, weak, false},
		{"without quotes", []string{"abc"}, weak, false},
		{"no header", nil, weak, false},
		{"no tag", []string{"*"}, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := MatchesETag(http.Header{"If-None-Match": tt.values}, tt.etag); got != tt.want {
				t.Errorf("MatchesETag(%q, %q) = %v, want %v", tt.values, tt.etag, got, tt.want)
			}
		})
	}
}

func TestEqualBodiesHaveEqualTags(t *testing.T) {
	a, b := WeakETag([]byte("a")), WeakETag([]byte("b"))
	if a != WeakETag([]byte("a")) || a == b || a[:3] != `W/"` {
		t.Errorf("tags %s and %s", a, b)
	}
}

func TestReadingHeadersAllocatesNothing(t *testing.T) {
	h := http.Header{"If-None-Match": {`"x", W/"abc"`}}
	if n := testing.AllocsPerRun(100, func() { MatchesETag(h, `W/"abc"`) }); n > 0 {
		t.Errorf("If-None-Match: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { ParseAcceptEncoding("gzip, deflate, br;q=0.9, zstd") }); n > 0 {
		t.Errorf("Accept-Encoding: %v allocations", n)
	}
}
