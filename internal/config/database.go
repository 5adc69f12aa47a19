package config

import (
	"log/slog"
	"net/url"
	"os"

	"estate/internal/store"
)

// database is the address of a PostgreSQL that keeps the content in place of a
// file. It may carry a password, so it is printed without.
type Database string

func (d Database) String() string {
	if d == "" {
		return ""
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

// GoString, MarshalText and LogValue keep the password out wherever it is written.
func (d Database) GoString() string             { return d.String() }
func (d Database) MarshalText() ([]byte, error) { return []byte(d.String()), nil }
func (d Database) LogValue() slog.Value         { return slog.StringValue(d.String()) }

func (d *Database) UnmarshalText(text []byte) error {
	*d = Database(text)
	return nil
}

// storeConfig says where the content lies: on the server that --db names, else in
// the data folder.
func (s *Settings) StoreConfig() store.Config {
	return store.Config{
		Path: s.StoreFile(), URL: string(s.DB), SiteURL: s.SiteURL, Endpoints: s.endpoints(), Log: slog.Default(),
	}
}

// hasStore reports whether there is something to open; a server is asked itself.
func (s *Settings) HasStore() bool {
	if s.DB != "" {
		return true
	}
	_, err := os.Stat(s.StoreFile())
	return err == nil || !os.IsNotExist(err)
}
