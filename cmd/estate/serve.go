package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"estate/internal/server"
)

// serveCommand serves the site until it is told to stop.
type serveCommand struct {
	flags
	Addr      string `help:"Address to listen on (default 127.0.0.1:8080)." placeholder:"HOST:PORT"`
	AdminAddr string `name:"admin-addr" help:"Address for metrics, profiles and the operator's page (default none)." placeholder:"HOST:PORT"`
	Vite      string `help:"For developers: take the front end from Vite's server there." placeholder:"URL"`
	Verbose   bool   `short:"v" help:"Log more."`
}

// Bounds of a connection: a slow or silent client must not hold one for ever.
const (
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
	writeTimeout      = time.Minute
	maxHeaderBytes    = 64 << 10
	shutdownTimeout   = 10 * time.Second
)

// Run is called by kong.
func (c *serveCommand) Run(ctx context.Context) error {
	log := newLogger(c.Verbose)
	defer runtime.KeepAlive(boundGarbage())
	settings, err := c.load(c.Addr, c.AdminAddr)
	if err != nil {
		return err
	}
	// The port first: a second copy of the site should say so before it touches the data.
	listener, err := listen(ctx, settings.Addr)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // http.Server closes it; this is for early ends
	site, err := assemble(ctx, settings, developer{vite: c.Vite}, log)
	if err != nil {
		return err
	}
	defer site.close()

	group, ctx := errgroup.WithContext(ctx)
	if site.follower != nil {
		group.Go(func() error { return site.follower.run(ctx) })
	}
	if site.replica != nil {
		group.Go(func() error { return site.replica.Run(ctx) })
	}
	group.Go(func() error { return site.desk.Run(ctx) })
	if site.feed != nil {
		group.Go(func() error { return site.alone(ctx, "instagram", site.feed.Run) })
	}
	group.Go(func() error { return serveHTTP(ctx, listener, site.server.Handler(), log) })
	if settings.AdminAddr != "" {
		admin, err := listen(ctx, settings.AdminAddr)
		if err != nil {
			return err
		}
		operators, err := site.admin(settings)
		if err != nil {
			return err
		}
		group.Go(func() error { return serveHTTP(ctx, admin, operators, log) })
	}
	fmt.Printf("Estate is at http://%s/ and http://%s/es/ (Ctrl-C ends it)\n", listener.Addr(), listener.Addr())
	return group.Wait()
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

func listen(ctx context.Context, addr string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use: end the program that listens there, or name another address with --addr", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen on %s: name a port above 1023 with --addr", addr)
	}
	return nil, fmt.Errorf("cannot listen on %s: %w; name an address such as 127.0.0.1:8080 with --addr", addr, err)
}

// serveHTTP serves until ctx ends, then lets running answers finish.
func serveHTTP(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	web := &http.Server{
		Handler: handler, ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: idleTimeout,
		WriteTimeout: writeTimeout, MaxHeaderBytes: maxHeaderBytes, ConnContext: server.GatherContext,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(server.Gather(listener)) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := web.Shutdown(late); err != nil {
		return errors.Join(fmt.Errorf("some answers were cut off: %w", err), web.Close())
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
