package main

import (
	"context"
	"log/slog"
	"os"
	"runtime"
	"time"

	"estate/internal/app"
	"estate/internal/app/config"
	"estate/internal/platform/redact"
	"estate/internal/platform/tracing"
)

// serveCommand serves the site until SIGINT or SIGTERM.
type serveCommand struct {
	config.Flags
	Addr      string   `help:"Address to listen on (default: 127.0.0.1:8080, or :443 with --domain)." placeholder:"HOST:PORT"`
	Domain    []string `help:"Serve https for this host name with a certificate from Let's Encrypt; further names redirect to the first." placeholder:"NAME"`
	HTTPAddr  string   `name:"http-addr" help:"Address that redirects to https (default: :80 with --domain)." placeholder:"HOST:PORT"`
	AdminAddr string   `name:"admin-addr" help:"Address of metrics, profiles and the operator's page (default: none)." placeholder:"HOST:PORT"`
	Empty     bool     `help:"Fill a new site with a page that says who is coming, in place of the demo agency."`
	Vite      string   `help:"For development: load the front end from this Vite server." placeholder:"URL"`
	Verbose   bool     `short:"v" help:"Log at debug level."`

	// What the clock and a new store would draw, fixed by tests.
	TestDate        time.Time `name:"test-date" hidden:"" format:"2006-01-02T15:04"`
	TestPositionKey string    `name:"test-position-key" hidden:""`
}

// Run is called by kong.
func (c *serveCommand) Run(ctx context.Context) error {
	log := newLogger(c.Verbose)
	defer runtime.KeepAlive(tuneGC())
	load := func() (config.Settings, error) {
		settings, err := c.Load(config.Addresses{Addr: c.Addr, HTTPAddr: c.HTTPAddr, AdminAddr: c.AdminAddr, Domains: c.Domain})
		settings.Empty = settings.Empty || c.Empty
		return settings, err
	}
	settings, err := load()
	if err != nil {
		return err
	}
	return app.Serve(ctx, settings, load, app.DevOptions{Vite: c.Vite, TestDate: c.TestDate, TestPositionKey: c.TestPositionKey}, log)
}

// newLogger creates the logger on stderr and makes it the default.
func newLogger(verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	log := slog.New(tracing.LogHandler(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level, ReplaceAttr: redact.Attr})))
	slog.SetDefault(log)
	return log
}
