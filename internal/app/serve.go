package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sync/errgroup"

	"estate/internal/app/config"
	"estate/internal/platform/certificates"
	"estate/internal/platform/httpconn"
)

// Limits of a connection, so that a slow or silent client does not hold it.
const (
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
	writeTimeout      = time.Minute
	maxHeaderBytes    = 64 << 10
	shutdownTimeout   = 10 * time.Second
)

// Serve builds the site and runs it until ctx ends. At SIGHUP it calls load for the settings, and
// takes over those that a running site can.
func Serve(ctx context.Context, s config.Settings, load func() (config.Settings, error), dev DevOptions, log *slog.Logger) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP) // from the start: it would end the program
	defer signal.Stop(signals)
	// Listen first: a second process on the same address must fail before it opens the data.
	sockets, err := openListeners(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = sockets.Close() }()
	app, err := New(ctx, s, dev, log)
	if err != nil {
		return explainFullDisk(disks(s), err)
	}
	defer app.Close()
	servers, err := app.servers(s, sockets)
	if err != nil {
		return err
	}

	group, ctx := errgroup.WithContext(ctx)
	if app.indexUpdater != nil {
		group.Go(func() error { return app.indexUpdater.Run(ctx) })
	}
	if app.replica != nil {
		group.Go(func() error { return app.replica.Run(ctx) })
	}
	if app.channels != nil {
		group.Go(func() error { return app.channels.run(ctx) })
		group.Go(func() error { return app.runWithLease(ctx, "channel uploads", app.channels.upload) })
	}
	group.Go(func() error { return app.leadService.Run(ctx) })
	group.Go(func() error { return app.inbox.Run(ctx) })
	group.Go(func() error { return app.watchProblems(ctx) })
	group.Go(func() error { return app.followReloads(ctx, signals, load) })
	if app.alerts != nil {
		group.Go(func() error { return app.runWithLease(ctx, "saved searches", app.alerts.Run) })
	}
	if app.backup != nil {
		group.Go(func() error { return app.backup.Run(ctx) })
	}
	if app.purger != nil {
		group.Go(func() error { return app.runWithLease(ctx, "cdn purges", app.purger.Run) })
	}
	if app.uploads != nil {
		group.Go(func() error { return app.uploads.Run(ctx) })
	}
	if app.mediaSync != nil {
		group.Go(func() error { return app.mediaSync.Run(ctx) })
	}
	if app.instagram != nil {
		group.Go(func() error { return app.runWithLease(ctx, "instagram", app.instagram.Run) })
	}
	if app.feeds != nil {
		group.Go(func() error { return app.runWithLease(ctx, "feeds", app.followFeeds) })
	}
	for listener, web := range servers {
		group.Go(func() error { return serveHTTP(ctx, listener, web) })
	}
	if len(s.Domains) > 0 {
		fmt.Printf("Estate is at %s/ and %s/es/ (Ctrl-C stops it)\n", s.SiteURL, s.SiteURL)
	} else {
		fmt.Printf("Estate is at http://%s/ and http://%s/es/ (Ctrl-C stops it)\n", sockets.site.Addr(), sockets.site.Addr())
	}
	if err := app.printSetup(ctx, s, sockets.site.Addr()); err != nil {
		return err
	}
	notifyServiceManager(daemon.SdNotifyReady, log)
	defer context.AfterFunc(ctx, func() { notifyServiceManager(daemon.SdNotifyStopping, log) })()
	return group.Wait()
}

// notifyServiceManager reports to systemd that the site is ready or ends; without systemd it does nothing.
func notifyServiceManager(state string, log *slog.Logger) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("the service manager was not notified", "state", state, "err", err)
	}
}

// servers are the HTTP servers of the program by their listeners.
func (a *App) servers(s config.Settings, sockets *listeners) (map[net.Listener]*httpconn.Server, error) {
	handler, limit := a.server.Handler(), a.connections(s)
	servers := map[net.Listener]*httpconn.Server{}
	if sockets.redirect != nil {
		manager, err := certificates.New(s.CertificatesConfig())
		if err != nil {
			return nil, err
		}
		servers[sockets.redirect] = a.httpServer(limit, manager.HTTPHandler(), nil)
		servers[sockets.site] = a.httpServer(limit, manager.Canonical(handler), manager.TLSConfig())
	} else {
		servers[sockets.site] = a.httpServer(limit, handler, nil)
	}
	if sockets.admin != nil {
		handler, err := a.admin(s)
		if err != nil {
			return nil, err
		}
		servers[sockets.admin] = a.httpServer(limit, handler, nil)
	}
	return servers, nil
}

// logRefused logs requests that were refused, at most some a minute for each reason.
func (a *App) logRefused() func(reason string, client netip.Prefix) {
	var logs sync.Map // by reason, of which there are few
	return func(reason string, client netip.Prefix) {
		log, _ := logs.LoadOrStore(reason, slog.New(newSampledHandler(a.log.Handler(), time.Now)))
		log.(*slog.Logger).Warn("a request was refused", "reason", reason, "client", client)
	}
}

// connections bounds the connections of all addresses together.
func (a *App) connections(s config.Settings) *httpconn.Limit {
	log := slog.New(newSampledHandler(a.log.Handler(), time.Now))
	return httpconn.NewLimit(httpconn.Config{
		Proxies: s.TrustedProxyPrefixes(),
		Refused: func(reason string, client netip.Prefix) {
			log.Warn("a connection was closed: too many are open", "reason", reason, "client", client)
		},
	})
}

// httpServer is a server with the timeouts of the site; limit bounds the connections of all servers.
// secure is nil for http.
func (a *App) httpServer(limit *httpconn.Limit, handler http.Handler, secure *tls.Config) *httpconn.Server {
	return limit.NewServer(&http.Server{
		Handler: handler, TLSConfig: secure, ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: idleTimeout,
		WriteTimeout: writeTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(newSampledHandler(a.log.Handler(), time.Now), slog.LevelWarn),
	})
}

// serveHTTP serves until ctx ends, then waits up to shutdownTimeout for the requests of accepted connections.
func serveHTTP(ctx context.Context, listener net.Listener, web *httpconn.Server) error {
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	// First no more connections, then the end of those that were accepted.
	_ = listener.Close() // an error would only be of a listener that is closed already
	if err := <-failed; !errors.Is(err, net.ErrClosed) {
		return err
	}
	shutdown, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := web.Shutdown(shutdown); err != nil {
		return errors.Join(fmt.Errorf("requests in flight were aborted: %w", err), web.Close())
	}
	return nil
}
