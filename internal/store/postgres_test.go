package store_test

import (
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/postgrestest"
	"estate/internal/tests/storetest"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

func TestOpenReportsAnUnusableServer(t *testing.T) {
	storetest.PostgresOnly(t)
	good := storetest.Config(t).URL
	edit := func(change func(*url.URL)) string {
		address, err := url.Parse(good)
		if err != nil {
			t.Fatal(err)
		}
		change(address)
		return address.String()
	}
	user := func(name string) string {
		return edit(func(u *url.URL) { u.User = url.UserPassword(name, "pass-word-9") })
	}
	role := "test_" + strings.ToLower(strings.ReplaceAll(t.Name(), "/", ""))[:20]
	postgrestest.Exec(t, good, "DROP ROLE IF EXISTS "+role+"; CREATE ROLE "+role+" LOGIN PASSWORD 'pass-word-9'")
	t.Cleanup(func() { postgrestest.Exec(t, good, "DROP ROLE "+role) })
	taken := postgrestest.URL(t)
	postgrestest.Exec(t, taken, "CREATE TABLE entities (name text)")
	newer := postgrestest.URL(t)
	if err := storetest.Open(t, store.Config{URL: newer}).Close(); err != nil {
		t.Fatal(err)
	}
	postgrestest.Exec(t, newer, "INSERT INTO estate_schema (version_id, is_applied) VALUES (9000, true)")
	for _, tt := range []struct{ name, address, want string }{
		{"wrong password", user("estate"), "the password is wrong"},
		{"no such database", edit(func(u *url.URL) { u.Path = "/nowhere" }), "make it with createdb"},
		{"no such schema", postgrestest.With(t, good, "search_path", "nowhere"), "create it, or leave search_path out"},
		{"no rights", user(role), "search_path"},
		{"nobody listens", edit(func(u *url.URL) { u.Host = "127.0.0.1:9" }), "is PostgreSQL running there?"},
		{"no such host", edit(func(u *url.URL) { u.Host = "nowhere.invalid" }), "is PostgreSQL running there?"},
		{"another program's tables", taken, "tables of another program"},
		{"newer schema", newer, "update the program"},
		{"no address", "postgres://u:pass-word-9@[", "write it as postgres://"},
		{"another kind of database", "mysql://u:pass-word-9@localhost/x", "write it as postgres://"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := store.Open(t.Context(), store.Config{URL: tt.address})
			if err == nil {
				s.Close()
				t.Fatal("it opened")
			}
			if !contains(err.Error(), tt.want) {
				t.Errorf("got %v\nwant %q in it", err, tt.want)
			}
			checkNoPassword(t, tt.address, err)
			if contains(err.Error(), "pass-word-9") {
				t.Errorf("the error holds the password: %v", err)
			}
		})
	}
}

// TestOpenWaitsForABusyServer: connections that a server accepts and does not answer end after the
// connect timeout; the next one is answered.
func TestOpenWaitsForABusyServer(t *testing.T) {
	storetest.PostgresOnly(t)
	address, err := url.Parse(postgrestest.With(t, storetest.Config(t).URL, "connect_timeout", "1"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	server := address.Host
	address.Host = listener.Addr().String()
	var silent sync.WaitGroup
	go func() {
		for began := time.Now(); ; {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			if time.Since(began) < 1500*time.Millisecond {
				silent.Go(func() { _, _ = io.Copy(io.Discard, client); _ = client.Close() })
				continue
			}
			go forward(client, server)
		}
	}()
	st, err := store.Open(t.Context(), store.Config{URL: address.String()})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
	silent.Wait()
}

// forward connects a client with a server until either end closes.
func forward(client net.Conn, server string) {
	defer client.Close()
	upstream, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	defer upstream.Close()
	go func() { _, _ = io.Copy(upstream, client); _ = upstream.Close() }()
	_, _ = io.Copy(client, upstream)
}

func TestLookUpsAcceptTextsThatPostgreSQLRefuses(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	for _, text := range []string{"a\x00b", "\xff\xfe", "%00", "/x\x00/", strings.Repeat("ñ\x00", 900)} {
		if _, err := s.BySlug(t.Context(), "en", "properties", text); err != nil {
			t.Errorf("slug %q: %v", text, err)
		}
		if _, err := s.Withdrawn(t.Context(), "/"+text); !content.IsNotFound(err) {
			t.Errorf("link %q: %v", text, err)
		}
		if _, err := s.Reference(t.Context(), "en", "properties", text); !content.IsNotFound(err) {
			t.Errorf("reference %q: %v", text, err)
		}
		if _, err := s.Archive(t.Context(), "en", content.ArchiveQuery{Endpoint: "posts", Search: &text}); err != nil {
			t.Errorf("search %q: %v", text, err)
		}
		if _, err := s.List(t.Context(), "en", content.ListQuery{Endpoint: "media", Mime: text, Search: text}); err != nil {
			t.Errorf("list %q: %v", text, err)
		}
	}
}

func TestContentTooLongForAnIndexIsRefused(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	long := testProperty(1)
	long.Slug = strings.Repeat("s", 4000)
	far := testProperty(2)
	far.Link = "/" + strings.Repeat("l", 4000) + "/"
	worded := testProperty(3)
	worded.Reference = strings.Repeat("r", 4000)
	for _, h := range []*content.Property{long, far, worded} {
		err := s.Write(t.Context(), func(b *store.Batch) error { return b.Put(h) })
		if !store.IsInvalid(err) || !contains(err.Error(), "shorten it") {
			t.Errorf("property %d: got %v, want an invalid content error", h.ID, err)
		}
	}
	err := s.Write(t.Context(), func(b *store.Batch) error {
		return b.PutRedirects(content.RedirectPair{From: "/" + strings.Repeat("l", 4000) + "/", To: "/x/"})
	})
	if !store.IsInvalid(err) {
		t.Errorf("a long redirect gave %v", err)
	}
}
