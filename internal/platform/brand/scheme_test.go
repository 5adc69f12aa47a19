package brand

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestColoursOfAnAgencyAreReadable(t *testing.T) {
	for name, c := range map[string]struct {
		scheme Scheme
		says   []string // none: it is valid
	}{
		"those of the brand": {Scheme{}, nil},
		"the brand's, named": {Scheme{Sand, Bark, Clay}, nil},
		"blue and grey":      {Scheme{"#dfe5ea", "#1f2f3d", "#2f5f86"}, nil},
		"green, dark alone":  {Scheme{Dark: "#1e3328"}, nil},
		"no colour":          {Scheme{Light: "sand", Dark: "#12"}, []string{`light is "sand"`, `dark is "#12"`, "#eedcca"}},
		"too close":          {Scheme{Light: "#c0c0c0", Dark: "#666666"}, []string{"dark on light", "needs 6.0:1", "darker dark"}},
		"exchanged":          {Scheme{Light: Bark, Dark: Sand}, []string{"dark on light"}},
		"pale accent":        {Scheme{Accent: "#d8b48a"}, []string{"accent", "darker accent"}},
	} {
		err := c.scheme.Validate()
		if (err == nil) != (c.says == nil) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, part := range c.says {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: the error does not say %q: %v", name, part, err)
			}
		}
	}
}

// Each colour of the design follows the agency's, but those of errors and pure white.
func TestEveryColourOfTheDesignFollowsTheScheme(t *testing.T) {
	tokens, err := os.ReadFile("../../../web/src/styles/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	style := Scheme{Dark: "#1f2f3d"}.Style()
	for _, token := range regexp.MustCompile(`(--color-[a-z-]+): (#|rgb)`).FindAllStringSubmatch(string(tokens), -1) {
		if name := token[1]; name != "--color-white" && name != "--color-error" && !strings.Contains(style, name+":") {
			t.Errorf("%s is not in the style %q", name, style)
		}
	}
	if strings.ContainsAny(style, `"<>&`) {
		t.Errorf("the style is no attribute: %q", style)
	}
	// The shares are those of the brand: its own colours give its own palette, but for a shade.
	own := Scheme{Dark: Bark}.Palette()
	for _, pair := range [][2]string{{own.Paper, Paper}, {own.Linen, Linen}, {own.InkSoft, InkSoft}, {own.Clay, Clay}} {
		a, _ := parseColor(pair[0])
		b, _ := parseColor(pair[1])
		for i := range a {
			if d := a.byte(i) - b.byte(i); d < -6 || d > 6 {
				t.Errorf("%s is far from %s of the brand", pair[0], pair[1])
			}
		}
	}
}
