package server

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"golang.org/x/sys/unix"

	"estate/internal/platform/lowpriority"
)

// nicenessOfComposing is that of the thread on which a server composes a page.
func nicenessOfComposing(t *testing.T, s *Server, link string) int32 {
	t.Helper()
	var niceness int32
	s.composing(httptest.NewRequest(http.MethodGet, link, http.NoBody), func() {
		attr, err := unix.SchedGetAttr(0, 0)
		if err != nil {
			t.Error(err)
			return
		}
		niceness = attr.Nice
	})
	return niceness
}

func TestNewPagesAreComposedAtALowerPriority(t *testing.T) {
	threads := lowpriority.New()
	defer threads.Close()
	plain := nicenessOfComposing(t, &Server{}, "/properties/")
	if plain == 19 {
		t.Skip("the tests have the lowest priority themselves")
	}
	if got := nicenessOfComposing(t, &Server{parts: Parts{Threads: threads}}, "/properties/"); got <= plain {
		t.Errorf("niceness %d of a page from the store, want more than %d", got, plain)
	}
	// Neither a remote CMS nor a text search may keep one of the few threads for seconds.
	if got := nicenessOfComposing(t, &Server{parts: Parts{Threads: threads, Links: sourceLinks{}}}, "/properties/"); got != plain {
		t.Errorf("niceness %d of a page from a remote CMS, want %d", got, plain)
	}
	if got := nicenessOfComposing(t, &Server{parts: Parts{Threads: threads}}, "/blog/?s=villa"); got != plain {
		t.Errorf("niceness %d of a text search, want %d", got, plain)
	}
}
