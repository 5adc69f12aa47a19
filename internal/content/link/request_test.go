package link

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRequestReencodesTheQueryAsAForm(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"space and escape are one", "/?s=villa%20con+vistas", "/?s=villa+con+vistas"},
		{"outside ASCII", "/?s=jardín", "/?s=jard%C3%ADn"},
		{"equals sign inside a value", "/?s=a=b", "/?s=a%3Db"},
		{"bare key gains an equals sign", "/?favorites", "/?favorites="},
		{"comma stays readable", "/properties/?s_type=7%2C15", "/properties/?s_type=7,15"},
		{"plus as a character", "/?s_beds=%2B3", "/?s_beds=%2B3"},
		{"broken escape is text", "/?s=100%", "/?s=100%25"},
		{"invalid UTF-8 is replaced", "/?s=%ff", "/?s=%EF%BF%BD"},
		{"control characters are dropped", "/?s=a%00%0ab", "/?s=ab"},
		{"path outside ASCII", "/es/Ñandú/", "/es/%c3%b1and%c3%ba/"},
		{"backslash never reaches a browser", `/\evil.test/`, "/%5cevil.test/"},
		{"host in the path is dropped", "//evil.test/x/", "/x/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req, err := Rules{}.Read(tt.in)
			if got := req.Link.String(); err != nil || got != tt.want {
				t.Errorf("Read(%q) = %q, %v; want %q", tt.in, got, err, tt.want)
			}
		})
	}
}

func TestRequestSeparatesOptionsAndTrackingKeys(t *testing.T) {
	req, err := Rules{}.Read("/blog/?utm_source=ig&preview=true&frontity_source_auth=Basic%20eA%3D%3D&gclid=1")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := req.Link.String(), "/blog/?preview=true"; got != want {
		t.Errorf("link = %q, want %q", got, want)
	}
	if diff := cmp.Diff(map[string]string{"sourceAuth": "Basic eA=="}, req.Options); diff != "" {
		t.Errorf("options: %s", diff)
	}
	passThrough := map[string]string{"utm_source": "ig", "gclid": "1", "frontity_source_auth": "Basic+eA%3D%3D"}
	if diff := cmp.Diff(passThrough, req.PassThrough); diff != "" {
		t.Errorf("pass-through keys: %s", diff)
	}
}

func TestConfiguredKeysReplaceTheDefaults(t *testing.T) {
	rules := Rules{OptionPrefix: "estate_", Tracking: []string{"camp*"}}
	req, _ := rules.Read("/?campaign=1&utm_source=x&estate_a_b=2&frontity_c=3")
	if got, want := req.Link.String(), "/?frontity_c=3&utm_source=x"; got != want {
		t.Errorf("link = %q, want %q", got, want)
	}
	if req.Options["aB"] != "2" {
		t.Errorf("options = %v, want aB", req.Options)
	}
}

func TestNormalReportsTheNormalForm(t *testing.T) {
	tests := []struct {
		name, in string
		want     bool
	}{
		{"normal", "/es/blog/page/2/?a=1&b=2", true},
		{"capitals", "/Blog/", false},
		{"no final slash", "/blog", false},
		{"first page", "/blog/page/1/", false},
		{"unsorted", "/blog/?b=2&a=1", false},
		{"repeated key", "/blog/?a=1&a=2", false},
		{"nothing behind the question mark", "/blog/?", false},
		{"case of percent-escapes", "/categor%C3%ADa/", true},
		{"another encoding of the same query", "/blog/?s=a%20b%2c", true},
		{"tracking keys out of order", "/blog/?utm_source=x&a=1", true},
		{"options out of order", "/blog/?s=1&frontity_x=1", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if req, _ := (Rules{}).Read(tt.in); req.Normal != tt.want {
				t.Errorf("Read(%q).Normal = %v, want %v", tt.in, req.Normal, tt.want)
			}
		})
	}
}

func TestRequestOfAnImpossiblePageKnowsItsLanguage(t *testing.T) {
	req, err := Rules{}.Read("/es/blog/page/99999999999999999999/?a=1")
	if !errors.Is(err, ErrPage) || req.Link.Lang != "es" {
		t.Errorf("Read = lang %q, %v; want es and ErrPage", req.Link.Lang, err)
	}
}

func TestTrackingPatternsMustNameSomething(t *testing.T) {
	if err := (Rules{Tracking: []string{"utm_*", "*"}}).Validate(); err == nil {
		t.Error("a pattern that takes every key passes, want a complaint")
	}
	if err := (Rules{}).Validate(); err != nil {
		t.Errorf("the defaults do not pass: %v", err)
	}
}

func TestNamesFile(t *testing.T) {
	for path, want := range map[string]bool{"/wp-content/a.JPG?x=1": true, "/st.tropez/": false, "/page.html": false, "/favicon.ico": true} {
		if got := NamesFile(path); got != want {
			t.Errorf("NamesFile(%q) = %v, want %v", path, got, want)
		}
	}
}
