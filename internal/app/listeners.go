package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/coreos/go-systemd/v22/activation"

	"estate/internal/app/config"
)

// Names of sockets that a service manager opens for the site (FileDescriptorName= of systemd).
// Such a socket outlives the process: connections wait in it during a restart.
const (
	httpSocket  = "http"  // the site; with domains the redirect to https
	httpsSocket = "https" // the site, with domains
	adminSocket = "admin"
)

// listeners are the listening sockets of the program.
type listeners struct {
	site     net.Listener
	redirect net.Listener // to https; nil without domains
	admin    net.Listener // nil without an admin address
}

// openListeners takes the sockets of the service manager and opens those that it has not.
// The error names the address and what to change.
func openListeners(ctx context.Context, s config.Settings) (*listeners, error) {
	inherited, err := inheritedSockets()
	if err != nil {
		return nil, err
	}
	l := &listeners{}
	open := func(name, addr, flag string) (net.Listener, error) {
		if socket := inherited[name]; socket != nil {
			delete(inherited, name)
			return socket, nil
		}
		return listen(ctx, addr, flag)
	}
	siteSocket := httpSocket
	if len(s.Domains) > 0 {
		siteSocket = httpsSocket
	}
	if l.site, err = open(siteSocket, s.Addr, "--addr"); err != nil {
		return nil, err
	}
	if len(s.Domains) > 0 {
		if l.redirect, err = open(httpSocket, s.HTTPAddr, "--http-addr"); err != nil {
			return nil, errors.Join(err, l.Close())
		}
	}
	if s.AdminAddr != "" {
		if l.admin, err = open(adminSocket, s.AdminAddr, "--admin-addr"); err != nil {
			return nil, errors.Join(err, l.Close())
		}
	}
	for name, socket := range inherited {
		err := fmt.Errorf("the service manager passes the socket %q at %s, which these settings do not use: name it http, https (with "+
			"domains) or admin (with admin_addr)", name, socket.Addr())
		return nil, errors.Join(err, socket.Close(), l.Close())
	}
	return l, nil
}

// inheritedSockets are the sockets of the service manager by name; none without one.
func inheritedSockets() (map[string]net.Listener, error) {
	named, err := activation.ListenersWithNames()
	if err != nil {
		return nil, fmt.Errorf("sockets of the service manager: %w", err)
	}
	sockets := map[string]net.Listener{}
	for name, list := range named {
		if len(list) != 1 {
			return nil, fmt.Errorf("the service manager passes %d sockets with the name %q; give each its own FileDescriptorName=", len(list), name)
		}
		if list[0] == nil {
			return nil, fmt.Errorf("the socket %q of the service manager does not listen for connections; use ListenStream=", name)
		}
		sockets[name] = list[0]
	}
	return sockets, nil
}

// Close closes all sockets. http.Server closes those that it serves; this is for an early return.
func (l *listeners) Close() error {
	var problems []error
	for _, listener := range []net.Listener{l.site, l.redirect, l.admin} {
		if listener != nil {
			if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
				problems = append(problems, err)
			}
		}
	}
	return errors.Join(problems...)
}

// listen opens a TCP address; the error says what to change.
func listen(ctx context.Context, addr, flag string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use: stop the program that listens there, or set another address with %s", addr, flag)
	case errors.Is(err, syscall.EACCES):
		return nil,
			fmt.Errorf("this user may not listen on %s: set a port above 1023 with %s, or let a service manager open the socket", addr, flag)
	}
	return nil, fmt.Errorf("cannot listen on %s: %w; set an address such as 127.0.0.1:8080 with %s", addr, err, flag)
}
