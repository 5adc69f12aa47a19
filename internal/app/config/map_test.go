package config

import (
	"strings"
	"testing"
)

func TestWrongTilesAreRefused(t *testing.T) {
	for text, says := range map[string]string{
		"tiles = \"http://tile.example.com/{z}/{x}/{y}.png\"\ncredit = \"x\"": "https://",
		"tiles = \"https://tile.example.com/{z}/{x}.png\"\ncredit = \"x\"":    "{y}",
		"tiles = \"https://tile.example.com/{z}/{x}/{y}.png\"":                "map.credit",
		"credit = \"x\"": "map.tiles is not set",
	} {
		_, err := Flags{Config: writeConfig(t, "[map]\n"+text)}.Load(Addresses{})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
}
