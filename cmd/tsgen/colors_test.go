package main

import (
	"strings"
	"testing"
)

func TestColorsOfTheStyleSheetBecomeConstants(t *testing.T) {
	var css strings.Builder
	for _, name := range brandColors {
		css.WriteString("  --color-" + name + ": #abc123; /* a note */\n")
	}
	got, err := colors([]byte(css.String()))
	if err != nil || !strings.Contains(string(got), `InkSoft = "#abc123"`) {
		t.Errorf("got %s (%v), want InkSoft among the constants", got, err)
	}
	if _, err := colors([]byte(strings.Replace(css.String(), "--color-bark:", "--color-dark:", 1))); err == nil || !strings.Contains(err.Error(), "bark") {
		t.Errorf("error %v, want one that names bark", err)
	}
}
