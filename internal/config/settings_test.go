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

func TestFlagsOverrideTheFileAndTheFileTheDefaults(t *testing.T) {
	file := writeConfig(t, "addr = \"127.0.0.1:9000\"\ndata = \"/srv/estate\"\n[render]\nworkers = 3\n")
	got, err := Flags{Config: file, Data: "/tmp/other"}.Load("", "")
	if err != nil {
		t.Fatal(err)
	}
	if got.Addr != "127.0.0.1:9000" || got.Data != "/tmp/other" || got.Render.Workers != 3 || got.Prefetch != "in-view" {
		t.Errorf("addr %q, data %q, workers %d, prefetch %q; want the file's, the flag's, the file's, the default",
			got.Addr, got.Data, got.Render.Workers, got.Prefetch)
	}
}

func TestBadSettingsAreNamed(t *testing.T) {
	tests := []struct{ name, text, says string }{
		{"unknown setting", "adress = \"x\"", `"adress"`},
		{"broken TOML", "addr = ", "line 1"},
		{"address of the site", "site_url = \"example.com\"", "site_url"},
		{"prefetch mode", "prefetch = \"always\"", "prefetch"},
		{"no workers", "[render]\nworkers = -1", "render.workers"},
		{"time without unit", "[render]\ntimeout = \"5\"", "timeout"},
		{"short secret of the CMS", "[cms]\nurl = \"https://cms.example.com\"\nsecret = \"abc\"", "cms.secret"},
		{"no share", "[cms]\ncollapse = 1.5", "cms.collapse"},
		{"unknown mode", "[cms]\nmode = \"mirror\"", "cms.mode"},
		{"stale sooner than fresh", "[cms]\nfresh = \"1h\"\nstale = \"1m\"", "cms.stale"},
		{"no time", "[cms]\ntimeout = \"-1s\"", "cms.timeout"},
		{"short secret", "preview_secret = \"abc\"", "preview_secret"},
		{"post type without endpoint", "[[post_types]]\ntype = \"event\"", "post_types[0]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Flags{Config: writeConfig(t, tt.text)}.Load("", "")
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v; want one that names %s", err, tt.says)
			}
		})
	}
}

func TestMissingConfigurationFileIsNamed(t *testing.T) {
	_, err := Flags{Config: "/no/such/estate.toml"}.Load("", "")
	if err == nil || !strings.Contains(err.Error(), "/no/such/estate.toml") {
		t.Errorf("error %v; want one that names the file", err)
	}
}

func TestSettingsAreShownWithoutSecretsAndReadBack(t *testing.T) {
	s := Settings{PreviewSecret: "a long and secret text", CMS: CMS{URL: "https://editor:hidden@cms.example.com", Mode: ModeLive}}
	s.FillDefaults()
	var shown bytes.Buffer
	if err := toml.NewEncoder(&shown).Encode(s.WithoutSecrets()); err != nil {
		t.Fatal(err)
	}
	if text := shown.String(); strings.Contains(text, s.PreviewSecret) || strings.Contains(text, "hidden@") {
		t.Errorf("the settings tell a secret:\n%s", text)
	}
	again, err := Flags{Config: writeConfig(t, shown.String())}.Load("", "")
	if err != nil {
		t.Fatalf("what is shown cannot be read: %v", err)
	}
	if again.CMS.Stale != s.CMS.Stale || again.Render != s.Render {
		t.Errorf("times came back as %v and %+v", again.CMS.Stale, again.Render)
	}
}
