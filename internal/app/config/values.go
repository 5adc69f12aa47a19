package config

import (
	"log/slog"
	"strings"
	"time"
)

// Duration is a time.Duration that TOML writes as text, such as "2s" or "500ms".
type Duration time.Duration

// UnmarshalText reads a duration with its unit.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = Duration(parsed)
	return err
}

// MarshalText writes a duration without units that are zero: 24h, not 24h0m0s.
func (d Duration) MarshalText() ([]byte, error) {
	text := time.Duration(d).String()
	for _, zeros := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zeros) {
			text = text[:len(text)-len(zeros)+1]
		}
	}
	return []byte(text), nil
}

// MinSecretLength is the minimum length of a secret in bytes.
const MinSecretLength = 16

// Secret is a text that is never printed, neither in logs nor by estate check.
type Secret string

const masked = "(secret)"

// String masks the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return masked
}

// GoString masks the secret for %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalText masks the secret in TOML and JSON.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue masks the secret in logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// UnmarshalText reads the secret.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = Secret(text)
	return nil
}
