package link

import (
	"strings"
	"testing"
)

var seeds = []string{
	"/", "", "/es", "/es/Properties/page/2?b=1&a=2#Top", "//host/x", "a:b:c", "////x", "/blog/Page/1/page/0", "page/1/page/2",
	"/?s=villa%20con+piscina&utm_source=x", `/\x`, "/categor%C3%ADa/?=&&x", "/a:b//c/./../", "/%2e%2e//page/3", "K:/É?é=É&frontity_A__b=1", "/ΟΔΟΣ/İ/Page/2",
}

func FuzzNormalize(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := Parse(s)
		if err != nil {
			return
		}
		once := l.String()
		again, err := Parse(once)
		if err != nil && len(once) <= MaxLength {
			t.Fatalf("normal form %q of %q is no link: %v", once, s, err)
		}
		if err == nil && again.String() != once {
			t.Fatalf("normal form of %q is %q, of that %q", s, once, again)
		}
		if strings.HasPrefix(once, "//") {
			t.Fatalf("normal form %q of %q names a host", once, s)
		}
		if !strings.HasSuffix(l.Route, "/") || !strings.HasSuffix(l.Path, "/") {
			t.Fatalf("route %q or path %q of %q lacks its final slash", l.Route, l.Path, s)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		req, err := Rules{}.Read(s)
		if err != nil {
			return
		}
		once := req.Link.String()
		again, err := Rules{}.Read(once)
		if len(once) > MaxLength {
			return
		}
		if err != nil || again.Link.String() != once {
			t.Fatalf("link of %q is %q, of that %q, %v", s, once, again.Link, err)
		}
		if !again.Normal {
			t.Fatalf("link %q of %q does not count as normal", once, s)
		}
		if strings.ContainsAny(once, "\\ \"<>") {
			t.Fatalf("link %q of %q must not stand in a header", once, s)
		}
	})
}
