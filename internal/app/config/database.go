package config

import (
	"log/slog"
	"net/url"
	"strings"
)

// Database is the URL of a PostgreSQL database. It may contain a password, so it is
// printed without.
type Database string

// String masks the passwords in the URL.
func (d Database) String() string {
	if d == "" {
		return ""
	}
	if !strings.ContainsAny(string(d), ":@=") {
		return string(d) // the path of a file
	}
	address, err := url.Parse(string(d))
	if err != nil || address.Host == "" {
		return masked
	}
	query := address.Query()
	for key := range query {
		if key == "password" || key == "sslpassword" {
			query.Set(key, masked)
		}
	}
	address.RawQuery = query.Encode()
	return address.Redacted()
}

// GoString masks the passwords for %#v.
func (d Database) GoString() string { return d.String() }

// MarshalText masks the passwords in TOML and JSON.
func (d Database) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// LogValue masks the passwords in logs.
func (d Database) LogValue() slog.Value { return slog.StringValue(d.String()) }

// UnmarshalText reads the URL with its passwords.
func (d *Database) UnmarshalText(text []byte) error {
	*d = Database(text)
	return nil
}
