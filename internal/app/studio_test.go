package app

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/studio/account"
)

// printed runs fn and returns what it prints.
func printed(t *testing.T, fn func() error) string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = write
	err = fn()
	os.Stdout = stdout
	_ = write.Close()
	text, _ := io.ReadAll(read)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(text)
}

func withChat(s *config.Settings) { s.Chat.Script = "https://embed.example.com/chat.js" }

func TestTheStudioOpensWithItsFirstUser(t *testing.T) {
	var s config.Settings
	app, server := startSite(t, func(settings *config.Settings) { s = *settings })
	status := func(path string) int {
		response, _ := get(t, server, path)
		return response.StatusCode
	}
	response, page := get(t, server, "/studio/")
	_, missing := get(t, server, "/no-such-page/")
	if response.StatusCode != http.StatusNotFound || !strings.Contains(page, "Error 404") || !strings.Contains(missing, "Error 404") {
		t.Errorf("/studio/ before the first user: %d, want the page of a link that leads nowhere", response.StatusCode)
	}
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	first := printed(t, func() error { return app.printSetup(t.Context(), s, at) })
	if !regexp.MustCompile(`^Studio: http://www\.example\.test/studio/setup/#[A-Z2-7]{26} \(one link, one hour`).MatchString(first) {
		t.Errorf("the start prints %q", first)
	}
	if status("/studio/setup/") != http.StatusOK || status("/studio/") != http.StatusNotFound || status("/studio/users/") != http.StatusNotFound {
		t.Error("the page of the link does not answer, or more than that does")
	}
	// A command beside the running site.
	invited := printed(t, func() error {
		return AddUser(t.Context(), s, NewUser{Mail: "ana@example.com", Name: "Ana", Role: "owner", Lang: "en"})
	})
	if !strings.Contains(invited, publicSite+"/studio/invite/#") {
		t.Errorf("estate user add prints %q", invited)
	}
	response, page = get(t, server, "/studio/")
	if response.StatusCode != http.StatusOK || !strings.Contains(page, `<div id="root">`) || response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("/studio/ with a user: %d %v", response.StatusCode, response.Header)
	}
	if policy := response.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; ") {
		t.Errorf("policy of the studio: %s", policy)
	}
	if again := printed(t, func() error { return app.printSetup(t.Context(), s, at) }); again != "" {
		t.Errorf("a start with a user prints %q", again)
	}
	if _, robots := get(t, server, "/robots.txt"); !strings.Contains(robots, "Disallow: /studio/\n") {
		t.Error("robots.txt lets crawlers into the studio")
	}
	if list := printed(t, func() error { return ListUsers(t.Context(), s) }); !strings.Contains(list, "ana@example.com") || !strings.Contains(list, "invited") {
		t.Errorf("estate user list prints %q", list)
	}
	printed(t, func() error { return SetUserRole(t.Context(), s, "ANA@example.com", "editor") })
	printed(t, func() error { return RecoverUser(t.Context(), s, "ana@example.com") })
	printed(t, func() error { return DisableUser(t.Context(), s, "ana@example.com", true) })
	if err := RecoverUser(t.Context(), s, "ana@example.com"); err == nil {
		t.Error("a disabled user gets a link")
	}
	printed(t, func() error { return RemoveUser(t.Context(), s, "ana@example.com") })
	if err := RemoveUser(t.Context(), s, "ana@example.com"); err == nil || !strings.Contains(err.Error(), "estate user list") {
		t.Errorf("an unknown user: %v", err)
	}
}

// A local site has its studio at localhost: passkeys need a name.
func TestTheStudioOfAnEmptySiteHasTheNameOfItsHost(t *testing.T) {
	var s config.Settings
	app, _ := startSite(t, func(settings *config.Settings) {
		settings.Empty, settings.SiteURL = true, "https://www.casas-del-sur.example.com"
		s = *settings
	})
	if name := app.studioSite(s)(t.Context(), "en").Name; name != "www.casas-del-sur.example.com" {
		t.Errorf("name %q: an authenticator needs one", name)
	}
}

func TestTheSetupLinkOfALocalSiteHasAName(t *testing.T) {
	s := config.Settings{Data: t.TempDir(), Addr: "127.0.0.1:0"}
	s.FillDefaults()
	app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Close)
	line := printed(t, func() error {
		return app.printSetup(t.Context(), s, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4611})
	})
	if !strings.HasPrefix(line, "Studio: http://localhost:4611/studio/setup/#") {
		t.Errorf("the start prints %q", line)
	}
}

func TestTheStudioIsRefusedBesideScriptsOfThirdParties(t *testing.T) {
	data := t.TempDir()
	var log bytes.Buffer
	s := config.Settings{Data: data}
	s.FillDefaults()
	s.SiteURL = publicSite
	withChat(&s)
	s.Chat.API = "Tawk_API"
	app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatalf("a site with a chat and without users: %v", err)
	}
	server := httptest.NewServer(app.server.Handler())
	t.Cleanup(server.Close)
	if response, _ := get(t, server, "/studio/setup/"); response.StatusCode != http.StatusNotFound || !strings.Contains(log.String(), "[studio] address") {
		t.Errorf("the studio beside a chat: %d; log:\n%s", response.StatusCode, &log)
	}
	if line := printed(t, func() error { return app.printSetup(t.Context(), s, &net.TCPAddr{}) }); line != "" {
		t.Errorf("the start prints %q", line)
	}
	app.Close()
	if err := AddUser(t.Context(), s, NewUser{Mail: "ana@example.com", Role: "owner", Lang: "en"}); err == nil || !strings.Contains(err.Error(), "[studio] address") {
		t.Errorf("a user beside a chat: %v, want the remedy", err)
	}
	accounts, err := account.Open(t.Context(), account.Place{Path: filepath.Join(data, "accounts.db")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := accounts.Add(t.Context(), account.User{Mail: "ana@example.com", Name: "Ana", Role: account.RoleOwner}); err != nil {
		t.Fatal(err)
	}
	_ = accounts.Close()
	if app, err = New(t.Context(), s, DevOptions{}, slog.New(slog.DiscardHandler)); err == nil {
		app.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "[chat]") || !strings.Contains(err.Error(), "[studio] address") {
		t.Errorf("a start with a chat and a user: %v, want a refusal with the remedy", err)
	}
}

func TestTheStudioHasAnAddressOfItsOwn(t *testing.T) {
	var s config.Settings
	_, server := startSite(t, func(settings *config.Settings) {
		withChat(settings)
		settings.Chat.API, settings.Studio.Address = "Tawk_API", "https://studio.example.test"
		s = *settings
	})
	printed(t, func() error {
		return AddUser(t.Context(), s, NewUser{Mail: "ana@example.com", Name: "Ana", Role: "owner", Lang: "en"})
	})
	visit := func(host, path string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		response, err := server.Client().Transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response
	}
	for _, tt := range []struct {
		host, path string
		status     int
	}{
		{"studio.example.test", "/studio/", 200},
		{"studio.example.test", "/", 302},
		{"studio.example.test", "/properties/", 404},
		{"studio.example.test", "/favicon.svg", 200},
		{"www.example.test", "/studio/", 404},
		{"www.example.test", "/", 200},
	} {
		response := visit(tt.host, tt.path)
		if response.StatusCode != tt.status {
			t.Errorf("%s%s: %d, want %d", tt.host, tt.path, response.StatusCode, tt.status)
		}
		if policy := response.Header.Get("Content-Security-Policy"); tt.host == "studio.example.test" && tt.path == "/studio/" &&
			(strings.Contains(policy, "embed.example.com") || !strings.Contains(policy, "img-src 'self' blob: data: http://www.example.test")) {
			t.Errorf("policy of the studio: %s", policy)
		}
	}
}

func TestUsersAreInTheBackup(t *testing.T) {
	s := settingsFor(t, t.TempDir())
	printed(t, func() error {
		return AddUser(t.Context(), s, NewUser{Mail: "ana@example.com", Name: "Ana", Role: "owner", Lang: "en"})
	})
	sources, err := backupSources(s)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, source := range sources {
		found = found || source.Name() == "accounts.db"
		_ = source.Close()
	}
	if !found {
		t.Error("accounts.db is in no backup")
	}
}

// What keeps the users from being read is said with its remedy before a start meets it.
func TestChecksNameWhatIsWrongWithTheUsers(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(t *testing.T, file string)
		says  []string
	}{
		"written by a newer program": {func(t *testing.T, file string) {
			changeDatabase(t, file, "INSERT INTO estate_accounts_schema (version_id, is_applied) VALUES (9999, 1)")
		}, []string{"users of the studio", "written by a newer program", "update the program"}},
		"damaged": {func(t *testing.T, file string) {
			if err := os.WriteFile(file, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"users of the studio", "accounts.db", "restore a backup"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := settingsFor(t, t.TempDir())
			printed(t, func() error {
				return AddUser(t.Context(), s, NewUser{Mail: "ana@example.com", Name: "Ana", Role: "owner", Lang: "en"})
			})
			tt.spoil(t, s.AccountsFile())
			for command, err := range map[string]error{
				"check": printStudio(t.Context(), s), "upgrade-check": UpgradeCheck(t.Context(), io.Discard, s),
			} {
				for _, words := range tt.says {
					if err == nil || !strings.Contains(err.Error(), words) {
						t.Errorf("%s: %v, want %q", command, err, words)
					}
				}
			}
		})
	}
}

// The studio says that the homes are invented as long as one of them is on the site.
func TestTheStudioKnowsTheDemo(t *testing.T) {
	var s config.Settings
	app, _ := startSite(t, func(settings *config.Settings) { s = *settings })
	if !app.studioSite(s)(t.Context(), "en").Demo {
		t.Error("the demo agency is not known as such")
	}
	printed(t, func() error { return RemoveDemo(t.Context(), s) })
	for range 200 { // the site reads the change of the command within two seconds
		if !app.studioSite(s)(t.Context(), "en").Demo {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the demo is shown after its homes were removed")
}

// Times of viewings are those of the visitor's form: the office must not read them in another zone.
func TestTheStudioHasTheZoneOfTheSite(t *testing.T) {
	for zone, want := range map[string]string{"": "Europe/Madrid", "Nowhere/Town": "Europe/Madrid", "Europe/Lisbon": "Europe/Lisbon", "+05:30": "+05:30"} {
		if got := zoneName(&content.Settings{Zone: zone}); got != want {
			t.Errorf("settings with the zone %q: %q, want %q", zone, got, want)
		}
	}
}
