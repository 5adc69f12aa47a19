package app

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/app/config"
)

// An agency gives the site its colours and its icon by settings, without a build.
func TestColoursAndIconAreSettings(t *testing.T) {
	icon := filepath.Join(t.TempDir(), "icon.png")
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 180, 180))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(icon, picture.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	_, server := startSite(t, func(s *config.Settings) {
		s.Brand = config.Brand{Light: "#dfe5ea", Dark: "#1f2f3d", Accent: "#2f5f86", Favicon: icon}
	})
	_, page := get(t, server, "/")
	for _, want := range []string{
		`<body style="--color-sand:#dfe5ea;--color-bark:#1f2f3d;--color-clay:#2f5f86;`, `<meta name="theme-color" content="#1f2f3d">`, `href="/favicon.png?v=`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, name := range []string{"/favicon.png", "/favicon.ico", "/apple-touch-icon.png"} {
		if _, body := get(t, server, name); body != picture.String() {
			t.Errorf("%s is not the agency's icon", name)
		}
	}
}

// Colours that nobody could read, and files that are no icon, are mistakes of the settings.
func TestColoursWithoutContrastAreRefused(t *testing.T) {
	small := filepath.Join(t.TempDir(), "small.png")
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 32, 16))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(small, picture.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for brand, says := range map[config.Brand]string{
		{Dark: "#b09a86"}:             "dark on light has a contrast of",
		{Accent: "red"}:               `accent is "red"`,
		{Favicon: small}:              "32 × 16 px",
		{Favicon: small + ".missing"}: "brand.favicon",
	} {
		s := settingsFor(t, t.TempDir())
		s.Brand = brand
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: error %v, want one with %q", brand, err, says)
		}
	}
}
