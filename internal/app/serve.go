package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"estate/internal/config"
	"estate/internal/server"
)

// Limits of a connection, so that a slow or silent client does not hold it.
const (
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
	writeTimeout      = time.Minute
	maxHeaderBytes    = 64 << 10
	shutdownTimeout   = 10 * time.Second
)

// Serve builds the site and runs it until ctx ends.
func Serve(ctx context.Context, s config.Settings, dev DevOptions, log *slog.Logger) error {
	// Listen first: a second process on the same address must fail before it opens the data.
	listener, err := listen(ctx, s.Addr)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // http.Server closes it; this is for an early return
	app, err := New(ctx, s, dev, log)
	if err != nil {
		return err
	}
	defer app.Close()

	group, ctx := errgroup.WithContext(ctx)
	if app.indexUpdater != nil {
		group.Go(func() error { return app.indexUpdater.run(ctx) })
	}
	if app.replica != nil {
		group.Go(func() error { return app.replica.Run(ctx) })
	}
	if app.channels != nil {
		group.Go(func() error { return app.channels.run(ctx) })
	}
	group.Go(func() error { return app.leadService.Run(ctx) })
	if app.backup != nil {
		group.Go(func() error { return app.backup.Run(ctx) })
	}
	if app.instagram != nil {
		group.Go(func() error { return app.runWithLease(ctx, "instagram", app.instagram.Run) })
	}
	if app.feeds != nil {
		group.Go(func() error { return app.runWithLease(ctx, "feeds", app.followFeeds) })
	}
	group.Go(func() error { return serveHTTP(ctx, listener, app.server.Handler(), app.connections(s), log) })
	if s.AdminAddr != "" {
		admin, err := listen(ctx, s.AdminAddr)
		if err != nil {
			return err
		}
		handler, err := app.admin(s)
		if err != nil {
			return err
		}
		group.Go(func() error { return serveHTTP(ctx, admin, handler, app.connections(s), log) })
	}
	fmt.Printf("Estate is at http://%s/ and http://%s/es/ (Ctrl-C stops it)\n", listener.Addr(), listener.Addr())
	return group.Wait()
}

// logRefused logs requests that were refused, at most some a minute for each reason.
func (a *App) logRefused() func(reason string, client netip.Prefix) {
	var logs sync.Map // by reason, of which there are few
	return func(reason string, client netip.Prefix) {
		log, _ := logs.LoadOrStore(reason, slog.New(newSampledHandler(a.log.Handler(), time.Now)))
		log.(*slog.Logger).Warn("a request was refused", "reason", reason, "client", client)
	}
}

// connections bounds the connections of one address.
func (a *App) connections(s config.Settings) *server.ConnLimit {
	log := slog.New(newSampledHandler(a.log.Handler(), time.Now))
	return server.NewConnLimit(server.ConnLimitConfig{
		Proxies: s.TrustedProxyPrefixes(),
		Refused: func(reason string, client netip.Prefix) {
			log.Warn("a connection was closed: too many are open", "reason", reason, "client", client)
		},
	})
}

// listen opens a TCP address; the error says what to change.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use: stop the program that listens there, or set another address with --addr", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen on %s: set a port above 1023 with --addr", addr)
	}
	return nil, fmt.Errorf("cannot listen on %s: %w; set an address such as 127.0.0.1:8080 with --addr", addr, err)
}

// serveHTTP serves until ctx ends, then waits up to shutdownTimeout for the requests in flight.
func serveHTTP(ctx context.Context, listener net.Listener, handler http.Handler, limit *server.ConnLimit, log *slog.Logger) error {
	web := &http.Server{
		Handler: server.WithBodyDeadline(handler), ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: idleTimeout,
		WriteTimeout: writeTimeout, MaxHeaderBytes: maxHeaderBytes, ConnContext: server.JoinWritesContext,
		ConnState: limit.ConnState,
		ErrorLog:  slog.NewLogLogger(newSampledHandler(log.Handler(), time.Now), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(server.JoinWrites(listener)) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	shutdown, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := web.Shutdown(shutdown); err != nil {
		return errors.Join(fmt.Errorf("requests in flight were aborted: %w", err), web.Close())
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
