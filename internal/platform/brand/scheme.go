package brand

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Scheme is the colours of an agency as #rrggbb, "" for those of the brand. All others follow from them.
type Scheme struct {
	Light  string // surfaces and text on dark ones; Sand
	Dark   string // text and dark surfaces; Bark
	Accent string // links in text, small headings; Clay
}

// Palette is the colours that follow from a scheme.
type Palette struct{ Sand, Bark, Paper, Linen, White, InkSoft, Clay string }

// Default is the palette of the brand.
var Default = Palette{Sand: Sand, Bark: Bark, Paper: Paper, Linen: Linen, White: White, InkSoft: InkSoft, Clay: Clay}

// Contrasts of WCAG 2.2, AA.
const (
	textContrast    = 4.5
	controlContrast = 3
)

// color is the red, green and blue of a colour, 0 to 1.
type color [3]float64

func parseColor(text string) (c color, ok bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != 7 || text[0] != '#' {
		return c, false
	}
	return color{float64(n>>16) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}, true
}

func (c color) String() string {
	return fmt.Sprintf("#%02x%02x%02x", c.byte(0), c.byte(1), c.byte(2))
}

func (c color) byte(i int) int { return int(math.Round(c[i] * 255)) }

// mix is the colour with a share of another one.
func (c color) mix(other color, share float64) color {
	for i := range c {
		c[i] += (other[i] - c[i]) * share
	}
	return c
}

// luminance is the relative luminance of WCAG.
func (c color) luminance() float64 {
	linear := func(v float64) float64 {
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}

// contrast is the contrast ratio of two colours, 1 to 21.
func contrast(a, b color) float64 {
	light, dark := max(a.luminance(), b.luminance()), min(a.luminance(), b.luminance())
	return (light + 0.05) / (dark + 0.05)
}

// derived is all colours of web/src/styles/tokens.css that follow from a scheme, by the shares that the brand has.
type derived struct {
	light, dark, accent                             color
	paper, linen, darkDeep, inkSoft                 color
	onDarkBright, onDarkSoft, hair, edge, pureBlack color
}

func (s Scheme) derive() (derived, error) {
	var d derived
	var problems []error
	for _, one := range []struct {
		name, text, standard string
		into                 *color
	}{{"light", s.Light, Sand, &d.light}, {"dark", s.Dark, Bark, &d.dark}, {"accent", s.Accent, Clay, &d.accent}} {
		if one.text == "" {
			one.text = one.standard
		}
		c, ok := parseColor(one.text)
		if !ok {
			problems = append(problems, fmt.Errorf("%s is %q; write a colour as #eedcca", one.name, one.text))
		}
		*one.into = c
	}
	white := color{1, 1, 1}
	d.paper, d.linen = white.mix(d.light, 0.12), white.mix(d.light, 0.44)
	d.darkDeep, d.inkSoft = d.dark.mix(d.pureBlack, 0.31), d.dark.mix(d.paper, 0.24)
	d.onDarkBright, d.onDarkSoft = white.mix(d.light, 0.15), d.light.mix(d.dark, 0.21)
	d.hair, d.edge = d.light.mix(d.dark, 0.045), d.dark.mix(d.paper, 0.38)
	return d, errors.Join(problems...)
}

// Validate reports colours that cannot be read, and text that could not be. Its errors name the setting and the remedy.
func (s Scheme) Validate() error {
	d, err := s.derive()
	if err != nil || s == (Scheme{}) {
		return err
	}
	var problems []error
	for _, pair := range []struct {
		what   string
		a, b   color
		least  float64
		remedy string
	}{
		{"dark on light", d.dark, d.light, 6, "choose a darker dark or a lighter light"}, // softer text must be readable too
		{"soft text on light", d.inkSoft, d.light, textContrast, "choose a darker dark or a lighter light"},
		{"accent on light sections", d.accent, d.linen, textContrast, "choose a darker accent"},
		{"soft text on dark", d.onDarkSoft, d.dark, textContrast, "choose a darker dark or a lighter light"},
		{"outline of a control", d.edge, d.paper, controlContrast, "choose a darker dark"},
	} {
		if have := contrast(pair.a, pair.b); have < pair.least || pair.b != d.dark && pair.a.luminance() > pair.b.luminance() {
			problems = append(problems, fmt.Errorf("%s has a contrast of %.1f:1 and needs %.1f:1: %s", pair.what, have, pair.least, pair.remedy))
		}
	}
	return errors.Join(problems...)
}

// Palette is the palette of a valid scheme.
func (s Scheme) Palette() Palette {
	d, err := s.derive()
	if err != nil || s == (Scheme{}) {
		return Default
	}
	return Palette{
		Sand: d.light.String(), Bark: d.dark.String(), Paper: d.paper.String(), Linen: d.linen.String(), White: White,
		InkSoft: d.inkSoft.String(), Clay: d.accent.String(),
	}
}

// Style is the style attribute of the body with the tokens of a valid scheme, "" for that of the brand.
func (s Scheme) Style() string {
	d, err := s.derive()
	if err != nil || s == (Scheme{}) {
		return ""
	}
	var b strings.Builder
	for _, token := range []struct {
		name  string
		value color
	}{
		{"sand", d.light},
		{"bark", d.dark},
		{"clay", d.accent},
		{"paper", d.paper},
		{"linen", d.linen},
		{"bark-deep", d.darkDeep},
		{"ink-soft", d.inkSoft},
		{"on-dark-bright", d.onDarkBright},
		{"on-dark-soft", d.onDarkSoft},
		{"hair", d.hair},
		{"edge", d.edge},
	} {
		fmt.Fprintf(&b, "--color-%s:%s;", token.name, token.value)
	}
	fmt.Fprintf(&b, "--color-hair-dark:rgb(%d %d %d / 18%%)", d.light.byte(0), d.light.byte(1), d.light.byte(2))
	return b.String()
}
