package main

import (
	"context"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"

	"estate/internal/app"
	"estate/internal/config"
)

// serveCommand serves the site until SIGINT or SIGTERM.
type serveCommand struct {
	config.Flags
	Addr      string `help:"Address to listen on (default: 127.0.0.1:8080)." placeholder:"HOST:PORT"`
	AdminAddr string `name:"admin-addr" help:"Address of metrics, profiles and the operator's page (default: none)." placeholder:"HOST:PORT"`
	Vite      string `help:"For development: load the front end from this Vite server." placeholder:"URL"`
	Verbose   bool   `short:"v" help:"Log at debug level."`
}

// Run is called by kong.
func (c *serveCommand) Run(ctx context.Context) error {
	log := newLogger(c.Verbose)
	defer runtime.KeepAlive(boundGarbage())
	settings, err := c.Load(config.Addresses{Addr: c.Addr, AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.Serve(ctx, settings, app.DevOptions{Vite: c.Vite}, log)
}

// boundGarbage lets the heap outgrow what lives in it by 16 MB and a half, instead of
// all of it: most of what lives is the page cache, which holds few pointers and so
// costs little to go through. The ballast counts as living as long as it is held, and
// takes no memory, for nobody writes to it: it keeps a small site from collecting
// garbage every few pages. Who sets GOGC knows better.
func boundGarbage() (ballast []byte) {
	if os.Getenv("GOGC") != "" {
		return nil
	}
	debug.SetGCPercent(50)
	return make([]byte, 32<<20)
}

func newLogger(verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	slog.SetDefault(log)
	return log
}
