package main

import (
	"log/slog"
	"strings"
	"time"
)

// duration reads "2s" or "500ms" from TOML.
type duration time.Duration

func (d *duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = duration(parsed)
	return err
}

// MarshalText writes a duration as it is read.
func (d duration) MarshalText() ([]byte, error) {
	text := time.Duration(d).String()
	for _, zeros := range []string{"m0s", "h0m"} { // 24h rather than 24h0m0s
		if strings.HasSuffix(text, zeros) {
			text = text[:len(text)-len(zeros)+1]
		}
	}
	return []byte(text), nil
}

// secret is a text that is never printed: not in logs, not by estate check.
type secret string

const masked = "(secret)"

func (s secret) String() string {
	if s == "" {
		return ""
	}
	return masked
}

// GoString, MarshalText and LogValue mask it wherever it is written.
func (s secret) GoString() string             { return s.String() }
func (s secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (s secret) LogValue() slog.Value         { return slog.StringValue(s.String()) }

func (s *secret) UnmarshalText(text []byte) error {
	*s = secret(text)
	return nil
}
