package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// everySetting is a feed with every setting that a table can have.
func everySetting(password string) Feed {
	return Feed{
		Name: "mls", Kind: FeedResales, Address: "https://webapi.example.test/V6/", PasswordFile: password, Every: Duration(30 * time.Minute),
		FullEvery: Duration(12 * time.Hour), MaxRemoved: new(0.1), OwnOnly: true, Shared: true, Mode: "sale", Modes: []string{"sale", "month"}, MinPrice: 500_000,
		Towns: []string{"Marbella", `L"Arc \ es`}, ExactPositions: true, NoPictures: true, PrivateHosts: []string{"10.0.0.1"}, Filters: []string{"1", "55020"},
		OwnFilters: []string{"55021"}, NewDevelopments: "exclude", Languages: []string{"en", "es", "de"}, Sandbox: true, PerSecond: 1.5, RegisterLeads: true,
	}
}

// TestAnAddedFeedIsReadAsItWasGiven: the table of a feed with every setting, read again, is that feed, and the
// file is what it was before, byte for byte, and the table.
func TestAnAddedFeedIsReadAsItWasGiven(t *testing.T) {
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, []byte("sesame-sesame"), 0o600); err != nil {
		t.Fatal(err)
	}
	feed := everySetting(password)
	for i := range reflect.TypeFor[Feed]().NumField() {
		if field := reflect.TypeFor[Feed]().Field(i); reflect.ValueOf(feed).Field(i).IsZero() && field.Name != "User" && field.Name != "Password" {
			t.Errorf("the test does not set %s", field.Name)
		}
	}
	for name, before := range map[string]string{
		"empty":                "",
		"comments and a table": "# our site\naddr = \"127.0.0.1:9000\" # local\n\n[smtp]\n# the mail server\nhost = \"mail.example.test\"\n",
		"another feed":         "[[feeds]]\nname = \"crm\"\nkind = \"kyero\"\naddress = \"a.xml\"\n\n[render]\nworkers = 3\n\n",
		"no final line end":    "data = \"/srv/estate\"",
		"Windows line ends":    "# ours\r\ndata = \"/srv/estate\"\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			file := writeConfig(t, before)
			if err := os.Chmod(file, 0o640); err != nil { //nolint:gosec // a mode to be kept
				t.Fatal(err)
			}
			if err := AddFeed(file, feed); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(string(text), before) || strings.Contains(string(text), "sesame") {
				t.Errorf("the file is now\n%s", text)
			}
			if strings.Contains(before, "\r\n") && strings.Count(string(text), "\n") != strings.Count(string(text), "\r\n") {
				t.Errorf("line ends are mixed: %q", text)
			}
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
			var s Settings
			if err := s.readFile(file); err != nil {
				t.Fatal(err)
			}
			if got := s.Feeds[len(s.Feeds)-1]; !reflect.DeepEqual(got, feed) {
				t.Errorf("read as %+v", got)
			}
			if err := AddFeed(file, feed); err == nil || !strings.Contains(err.Error(), "already") {
				t.Errorf("the same name a second time: %v", err)
			}
		})
	}
}

func TestAFeedIsNotAddedWhereItIsWrong(t *testing.T) {
	good := Feed{Name: "crm", Kind: FeedKyero, Address: "https://crm.example.test/feed.xml"}
	for name, tt := range map[string]struct {
		file   string
		change func(*Feed)
		says   string
	}{
		"name":                       {"", func(f *Feed) { f.Name = "Our CRM" }, "lower-case"},
		"kind":                       {"", func(f *Feed) { f.Kind = "inmovilla" }, "kyero, resales or csv"},
		"address":                    {"", func(f *Feed) { f.Address = "ftp://crm.example.test/feed.xml" }, "https://"},
		"user in the address":        {"", func(f *Feed) { f.Address = "https://anna:sesame@crm.example.test/" }, "ESTATE_FEED_CRM_ADDRESS"},
		"key in the address":         {"", func(f *Feed) { f.Address = "https://crm.example.test/feed?api_key=sesame" }, "ESTATE_FEED_CRM_ADDRESS"},
		"interval":                   {"", func(f *Feed) { f.Every = Duration(time.Second) }, "minute"},
		"mode":                       {"", func(f *Feed) { f.Modes = []string{"year"} }, "year"},
		"file of the password":       {"", func(f *Feed) { f.PasswordFile = "/no/such/file" }, "password_file"},
		"new developments":           {"", func(f *Feed) { f.Kind, f.NewDevelopments = FeedResales, "all" }, "include, exclude or only"},
		"language of the service":    {"", func(f *Feed) { f.Kind, f.Languages = FeedResales, []string{"xx"} }, `"xx"`},
		"broken file":                {"addr = ", func(*Feed) {}, "correct the file first"},
		"unknown setting":            {"adress = \"x\"", func(*Feed) {}, "adress"},
		"live mode":                  {"[cms]\nurl = \"https://cms.example.test\"\nmode = \"live\"\n", func(*Feed) {}, "need a store"},
		"feeds as an inline array":   {"feeds = [{name = \"a\", kind = \"csv\", address = \"a.csv\"}]\n", func(*Feed) {}, "by hand"},
		"two feeds of the same file": {"[[feeds]]\nname = \"crm\"\nkind = \"csv\"\naddress = \"a.csv\"\n", func(*Feed) {}, "already"},
	} {
		t.Run(name, func(t *testing.T) {
			file, feed := writeConfig(t, tt.file), good
			tt.change(&feed)
			err := AddFeed(file, feed)
			if err == nil || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "sesame") {
				t.Errorf("error %v, want one with %q", err, tt.says)
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != tt.file {
				t.Errorf("the file is now %q, %v", text, err)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); len(left) != 1 {
				t.Errorf("files are left: %v", left)
			}
		})
	}
}

func TestANewConfigurationFileIsPrivateAndALinkStays(t *testing.T) {
	feed := Feed{Name: "crm", Kind: FeedCSV, Address: "properties.csv"}
	folder := t.TempDir()
	file, link := filepath.Join(folder, "estate.toml"), filepath.Join(folder, "link.toml")
	if err := AddFeed(file, feed); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	feed.Name = "second"
	if err := AddFeed(link, feed); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became a file: %v, %v", info, err)
	}
	if s, err := (Flags{Config: file}).Load(Addresses{}); err != nil || len(s.Feeds) != 2 {
		t.Errorf("%d feeds, %v", len(s.Feeds), err)
	}
}

// TestAPrintedTableHasNoKey: an address with a query may hold one.
func TestAPrintedTableHasNoKey(t *testing.T) {
	for address, printed := range map[string]bool{
		"https://crm.example.test/feed.xml": true, "feeds/what?.csv": true, "https://crm.example.test/feed.xml?k=sesame": false,
	} {
		table, err := Feed{Name: "my-crm", Kind: FeedKyero, Address: address, User: "anna", Password: "sesame"}.PrintedTable()
		if err != nil || strings.Contains(table, address) != printed || strings.Contains(table, "sesame") || strings.Contains(table, "anna") ||
			!printed && !strings.Contains(table, "ESTATE_FEED_MY_CRM_ADDRESS") {
			t.Errorf("%s: %s %v", address, table, err)
		}
	}
}

func TestMissingVariablesOfAFeed(t *testing.T) {
	for want, feed := range map[string]Feed{
		"ESTATE_FEED_MY_CRM_ADDRESS":                    {Name: "my-crm", Kind: FeedKyero},
		"ESTATE_FEED_MLS_USER ESTATE_FEED_MLS_PASSWORD": {Name: "mls", Kind: FeedResales},
		"ESTATE_FEED_MLS_USER":                          {Name: "mls", Kind: FeedResales, PasswordFile: "password"},
		"":                                              {Name: "csv", Kind: FeedCSV, Address: "a.csv"},
	} {
		if got := strings.Join(feed.MissingVariables(), " "); got != want {
			t.Errorf("%s: %q, want %q", feed.Name, got, want)
		}
	}
	t.Setenv("ESTATE_FEED_MLS_USER", "123")
	feed := Feed{Name: "mls", Kind: FeedResales}
	if got := feed.MissingVariables(); len(got) != 1 {
		t.Errorf("%v", got)
	}
}
