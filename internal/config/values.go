package config

import (
	"log/slog"
	"strings"
	"time"
)

// duration reads "2s" or "500ms" from TOML.
type Duration time.Duration

func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = Duration(parsed)
	return err
}

// MarshalText writes a duration as it is read.
func (d Duration) MarshalText() ([]byte, error) {
	text := time.Duration(d).String()
	for _, zeros := range []string{"m0s", "h0m"} { // 24h rather than 24h0m0s
		if strings.HasSuffix(text, zeros) {
			text = text[:len(text)-len(zeros)+1]
		}
	}
	return []byte(text), nil
}

// secret is a text that is never printed: not in logs, not by estate check.
type Secret string

const masked = "(secret)"

func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return masked
}

// GoString, MarshalText and LogValue mask it wherever it is written.
func (s Secret) GoString() string             { return s.String() }
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (s Secret) LogValue() slog.Value         { return slog.StringValue(s.String()) }

func (s *Secret) UnmarshalText(text []byte) error {
	*s = Secret(text)
	return nil
}

// withoutSecrets are the settings as they may be shown.
func (s Settings) WithoutSecrets() Settings {
	if s.PreviewSecret != "" {
		s.PreviewSecret = "(set, not shown)"
	}
	if cms := s.CMS.Address(); cms != nil && cms.User != nil {
		s.CMS.URL = cms.Redacted()
	}
	return s
}

// MinSecretLength is the least number of characters of a secret.
const MinSecretLength = 16
