package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheInstagramTokenIsNeverPrinted(t *testing.T) {
	file := writeConfig(t, "[instagram]\ntoken = \"quite-a-secret\"\n")
	s, err := Flags{Config: file}.Load(Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	if printed := fmt.Sprintf("%v %+v %#v", s.Instagram, s.Instagram, s.Instagram); strings.Contains(printed, "quite-a-secret") {
		t.Errorf("printed as %s", printed)
	}
	if s.Instagram.Token != "quite-a-secret" {
		t.Error("the token was not read")
	}
	if _, err := os.Stat(filepath.Join(s.Data, "instagram.token")); err == nil {
		t.Error("Load wrote a token file")
	}
}
