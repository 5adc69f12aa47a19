package main

import (
	"context"
	"log/slog"
	"net/url"
	"os"

	"estate/internal/content"
	"estate/internal/store"
)

// database is the address of a PostgreSQL that keeps the content in place of a
// file. It may carry a password, so it is printed without.
type database string

func (d database) String() string {
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
func (d database) GoString() string             { return d.String() }
func (d database) MarshalText() ([]byte, error) { return []byte(d.String()), nil }
func (d database) LogValue() slog.Value         { return slog.StringValue(d.String()) }

func (d *database) UnmarshalText(text []byte) error {
	*d = database(text)
	return nil
}

// storeConfig says where the content lies: on the server that --db names, else in
// the data folder.
func (s *settings) storeConfig() store.Config {
	return store.Config{
		Path: s.storeFile(), URL: string(s.DB), SiteURL: s.SiteURL, Endpoints: s.endpoints(), Log: slog.Default(),
	}
}

// hasStore reports whether there is something to open; a server is asked itself.
func (s *settings) hasStore() bool {
	if s.DB != "" {
		return true
	}
	_, err := os.Stat(s.storeFile())
	return err == nil || !os.IsNotExist(err)
}

// openToWrite opens the store for a command that changes content. A file it has to
// itself; a server it shares with the site.
func openToWrite(ctx context.Context, s settings) (*store.Store, error) {
	if err := s.makeDataFolder(); err != nil {
		return nil, err
	}
	return store.Open(ctx, s.storeConfig())
}

// openToRead opens the store beside the site that may be using it.
func openToRead(ctx context.Context, s settings, authorize func(content.Credential) bool) (*store.Store, error) {
	config := s.storeConfig()
	config.ReadOnly, config.Authorize = true, authorize
	return store.Open(ctx, config)
}

// healthy tells whether the store answers; nil where there is none.
func (all *site) healthy() func() error {
	if all.store == nil {
		return nil
	}
	return all.store.Healthy
}

// alone runs work on one of several nodes; when its lease is lost, it runs again where
// the lease is. Without a store there is one node.
func (all *site) alone(ctx context.Context, name string, work func(context.Context) error) error {
	if all.store == nil {
		return work(ctx)
	}
	for {
		held, release, err := all.store.Lease(ctx, name)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		err = work(held)
		lost := held.Err() != nil && ctx.Err() == nil
		release()
		if !lost {
			return err
		}
	}
}
