package config

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

func writeConfig(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "estate.toml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestFlagsOverrideTheFileAndTheFileOverridesTheDefaults(t *testing.T) {
	file := writeConfig(t, "addr = \"127.0.0.1:9000\"\ndata = \"/srv/estate\"\n[render]\nworkers = 3\n")
	got, err := Flags{Config: file, Data: "/tmp/other"}.Load(Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Addr != "127.0.0.1:9000" || got.Data != "/tmp/other" || got.Render.Workers != 3 || got.Prefetch != "in-view" {
		t.Errorf("addr %q, data %q, workers %d, prefetch %q; want those of the file, the flag, the file, the default",
			got.Addr, got.Data, got.Render.Workers, got.Prefetch)
	}
}

func TestWrongSettingsAreReported(t *testing.T) {
	tests := []struct{ name, text, says string }{
		{"unknown setting", "adress = \"x\"", `"adress"`},
		{"broken TOML", "addr = ", "line 1"},
		{"address of the site", "site_url = \"example.com\"", "site_url"},
		{"prefetch mode", "prefetch = \"always\"", "prefetch"},
		{"header with another header", "hsts = \"max-age=1\\r\\nX: y\"", "hsts"},
		{"no workers", "[render]\nworkers = -1", "render.workers"},
		{"time without unit", "[render]\ntimeout = \"5\"", "timeout"},
		{"short secret of the CMS", "[cms]\nurl = \"https://cms.example.com\"\nsecret = \"abc\"", "cms.secret"},
		{"share of 0, which is the default", "[cms]\ncollapse = 0", `"cms.collapse" may not be 0`},
		{"duration of 0, which is the default", "[cms]\npoll = \"0s\"", `"cms.poll" may not be 0`},
		{"share above 1", "[cms]\ncollapse = 1.5", "cms.collapse"},
		{"unknown mode", "[cms]\nmode = \"mirror\"", "cms.mode"},
		{"stale shorter than fresh", "[cms]\nfresh = \"1h\"\nstale = \"1m\"", "cms.stale"},
		{"negative duration", "[cms]\ntimeout = \"-1s\"", "cms.timeout"},
		{"short secret", "preview_secret = \"abc\"", "preview_secret"},
		{"post type without endpoint", "[[post_types]]\ntype = \"event\"", "post_types[0]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Flags{Config: writeConfig(t, tt.text)}.Load(Addresses{})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v; want one that names %s", err, tt.says)
			}
		})
	}
}

func TestAnExplicitZeroIsKeptAndPrinted(t *testing.T) {
	for limits, want := range map[string][]string{
		"":                     {"max_removed = 0.05", "max_drop = 20", "min_pictures = 3"},
		"max_removed = 0":      {"max_removed = 0.0\n"},
		"max_drop = 0":         {"max_drop = 0\n"},
		"min_pictures = 0":     {"min_pictures = 0\n"},
		"max_removed = 0.0125": {"max_removed = 0.0125\n"},
	} {
		feed, channel := limits, limits
		if strings.HasPrefix(limits, "max_removed") {
			channel = ""
		} else {
			feed = ""
		}
		file := writeConfig(t, "[[feeds]]\nname = \"crm\"\nkind = \"kyero\"\naddress = \"a.xml\"\n"+feed+"\n[[channels]]\nname = \"portal\"\nkind = \"kyero\"\nemail = \"a@example.test\"\n"+channel+"\n")
		s, err := Flags{Config: file}.Load(Addresses{})
		if err != nil {
			t.Fatal(err)
		}
		var printed strings.Builder
		if err := toml.NewEncoder(&printed).Encode(s.WithoutSecrets()); err != nil {
			t.Fatal(err)
		}
		for _, line := range want {
			if !strings.Contains(printed.String(), line) {
				t.Errorf("%q: the printed settings have no %q", limits, line)
			}
		}
	}
}

func TestMissingConfigurationFileIsReported(t *testing.T) {
	_, err := Flags{Config: "/no/such/estate.toml"}.Load(Addresses{})
	if err == nil || !strings.Contains(err.Error(), "/no/such/estate.toml") {
		t.Errorf("error %v; want one that names the file", err)
	}
}

func TestPrintedSettingsHaveNoSecretsAndCanBeReadAgain(t *testing.T) {
	s := Settings{PreviewSecret: "a long and secret text", CMS: CMS{URL: "https://editor:hidden@cms.example.com", Mode: ModeLive}}
	s.FillDefaults()
	var printed bytes.Buffer
	if err := toml.NewEncoder(&printed).Encode(s.WithoutSecrets()); err != nil {
		t.Fatal(err)
	}
	if text := printed.String(); strings.Contains(text, s.PreviewSecret) || strings.Contains(text, "hidden@") {
		t.Errorf("the printed settings contain a secret:\n%s", text)
	}
	again, err := Flags{Config: writeConfig(t, printed.String())}.Load(Addresses{})
	if err != nil {
		t.Fatalf("the printed settings cannot be read: %v", err)
	}
	if again.CMS.Stale != s.CMS.Stale || again.Render != s.Render {
		t.Errorf("the settings changed: cms.stale %v, render %+v", again.CMS.Stale, again.Render)
	}
}

func TestCredentialsInTheURLOfTheCMSAreSettings(t *testing.T) {
	got, err := Flags{Data: t.TempDir(), CMSURL: "https://editor:a%3Ab@cms.example.test/wp"}.Load(Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	if got.CMS.URL != "https://cms.example.test/wp" || got.CMS.Authorization() != "Basic ZWRpdG9yOmE6Yg==" {
		t.Errorf("URL %q, Authorization %q", got.CMS.URL, got.CMS.Authorization())
	}
	if hosts := got.CMSAuthorization(); hosts["cms.example.test"] != got.CMS.Authorization() {
		t.Errorf("authorization of pictures %v", hosts)
	}
	got, err = Flags{Data: t.TempDir(), CMSURL: "https://cms.example.test", CMSUser: "editor", CMSPassword: "a:b"}.Load(Addresses{})
	if err != nil || got.CMS.Authorization() != "Basic ZWRpdG9yOmE6Yg==" {
		t.Errorf("from the environment: %q, %v", got.CMS.Authorization(), err)
	}
}

func TestAddressesArePrintedWithoutSecrets(t *testing.T) {
	s := Settings{
		SiteURL: "https://www.example.com", CMS: CMS{URL: "https://us er:hunter2@cms.example.com", API: "https://cms.example.com/wp-json/?token=hunter2"},
		DB:        "postgres://estate:hunter2@db.example.com/estate?sslpassword=hunter2",
		Webhook:   Webhook{URL: "https://hooks.example.com/T0/hunter2", Secret: "hunter2-hunter2-hunter2"},
		Instagram: Instagram{URL: "https://graph.example.com/me/media?access_token=hunter2"},
	}
	var printed bytes.Buffer
	if err := toml.NewEncoder(&printed).Encode(s.WithoutSecrets()); err != nil {
		t.Fatal(err)
	}
	if text := printed.String(); strings.Contains(text, "hunter2") || !strings.Contains(text, "https://hooks.example.com/(secret)") {
		t.Errorf("the printed settings:\n%s", text)
	}
}

func TestMistakesAreReportedWithoutSecrets(t *testing.T) {
	for name, text := range map[string]string{
		"site with a user":           `site_url = "https://ann:hunter2@www.example.com"`,
		"script with a user":         "[chat]\nscript = \"https://ann:hunter2@chat.example.com/a.js\"\napi = \"A\"",
		"password without quotes":    "[smtp]\npassword = hunter2",
		"database without an ending": "db = \"postgres://estate:hunter2@db.example.com/estate",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Flags{Config: writeConfig(t, text)}.Load(Addresses{})
			if err == nil || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("error %v; want one without the password", err)
			}
		})
	}
}
