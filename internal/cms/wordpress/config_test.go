package wordpress

import (
	"errors"
	"strings"
	"testing"

	"estate/internal/content/i18n"
)

func TestBasePerLanguage(t *testing.T) {
	tests := []struct {
		name             string
		config           Config
		english, spanish string
	}{
		{"from the CMS", Config{CMSURL: "https://cms.test"}, "https://cms.test/wp-json/", "https://cms.test/es/wp-json/"},
		{"CMS in a folder", Config{CMSURL: "https://cms.test/wp/"}, "https://cms.test/wp/wp-json/", "https://cms.test/wp/es/wp-json/"},
		{"from the API", Config{API: "https://cms.test/wp/wp-json"}, "https://cms.test/wp/wp-json/", "https://cms.test/wp/es/wp-json/"},
		{"another prefix", Config{CMSURL: "https://cms.test", Prefix: "/rest/"}, "https://cms.test/rest/", "https://cms.test/es/rest/"},
		{"host of the site", Config{SiteURL: "https://www.test"}, "https://www.test/wp-json/", "https://www.test/es/wp-json/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			config := tt.config.withDefaults()
			if got := config.base(i18n.LangEN); got != tt.english {
				t.Errorf("English base = %q, want %q", got, tt.english)
			}
			if got := config.base(i18n.LangES); got != tt.spanish {
				t.Errorf("Spanish base = %q, want %q", got, tt.spanish)
			}
		})
	}
}

func TestInvalidConfigNamesEachProblem(t *testing.T) {
	if _, err := New(Config{}); !errors.Is(err, ErrNoAPI) {
		t.Errorf("no address: got %v, want ErrNoAPI", err)
	}
	_, err := New(Config{CMSURL: "cms.test", SiteURL: "ftp://x", Timeout: -1})
	for _, part := range []string{`CMS URL "cms.test"`, `site URL "ftp://x"`, "timeout"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got %v, want it to name %s", err, part)
		}
	}
}
