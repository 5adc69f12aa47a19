package config

import (
	"bytes"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

func TestCredentialsOfPurgesComeFromTheEnvironment(t *testing.T) {
	const token, secret = "a-token-of-the-environment", "a-secret-of-the-environment"
	file := writeConfig(t, "[cdn]\nenabled = true\npurge_url = \"https://cdn.example.com/purge\"\npurge_token = \"of-the-file\"\n")
	s, err := Flags{Config: file, CDNPurgeToken: token, CDNPurgeSecret: secret}.Load(Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	if purges := s.PurgeConfig(nil); purges.Token != token || purges.Secret != secret {
		t.Errorf("token %q and secret %q, want those of the environment", purges.Token, purges.Secret)
	}
	var printed bytes.Buffer
	if err := toml.NewEncoder(&printed).Encode(s.WithoutSecrets()); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(printed.String(), "of-the-environment") {
		t.Errorf("a credential was printed:\n%s", printed.String())
	}
}
