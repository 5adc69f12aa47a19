// Package upload sends files to a portal by FTP, encrypted unless the settings say otherwise.
package upload

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"path"
	"time"

	"github.com/jlaffaye/ftp"
)

// Config is an account at an FTP server.
type Config struct {
	Address        string // host:port
	User, Password string
	Folder         string // "" means that of the account
	Plain          bool   // sends without encryption
	TLS            *tls.Config
	Timeout        time.Duration // of the connection; 0 means 30 s
}

// Client uploads files.
type Client struct{ cfg Config }

// New returns a client.
func New(cfg Config) *Client {
	cfg.Timeout = cmp.Or(cfg.Timeout, 30*time.Second)
	return &Client{cfg}
}

// temporary is the ending of a file until it is complete.
const temporary = ".uploading"

// Upload implements channels.Uploader: the file gets its name when it is complete. ctx bounds all of it.
func (c *Client) Upload(ctx context.Context, file, name string) (err error) {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	defer func() {
		if err != nil && ctx.Err() != nil { // the connections were closed
			err = fmt.Errorf("the FTP server did not take the file in time: %w", ctx.Err())
		}
	}()
	connected, disconnect := context.WithCancel(ctx)
	defer disconnect()
	conn, err := c.connect(connected)
	if err != nil {
		return fmt.Errorf("connect to the FTP server: %w", err)
	}
	defer func() { _ = conn.Quit() }()
	if err := conn.Login(c.cfg.User, c.cfg.Password); err != nil {
		return fmt.Errorf("log in at the FTP server: %w", err)
	}
	target := path.Join(c.cfg.Folder, name)
	if err := conn.Stor(target+temporary, in); err != nil {
		return fmt.Errorf("upload %s: %w", name, err)
	}
	if err := conn.Rename(target+temporary, target); err != nil {
		// Some servers do not replace a file by renaming.
		_ = conn.Delete(target)
		if err = conn.Rename(target+temporary, target); err != nil {
			return fmt.Errorf("rename the upload to %s: %w", name, err)
		}
	}
	return nil
}

// connect opens the control connection. All connections close when ctx ends: the package ftp waits for a
// silent server without a limit.
func (c *Client) connect(ctx context.Context) (*ftp.ServerConn, error) {
	encryption, err := c.encryption()
	if err != nil {
		return nil, err
	}
	dialer, isControl := net.Dialer{Timeout: c.cfg.Timeout}, true
	dial := func(network, address string) (net.Conn, error) {
		conn, err := dialer.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		context.AfterFunc(ctx, func() { _ = conn.Close() })
		if encryption == nil || isControl { // the package encrypts the control connection itself
			isControl = false
			return conn, nil
		}
		return tls.Client(conn, encryption), nil
	}
	options := []ftp.DialOption{ftp.DialWithDialFunc(dial)}
	if encryption != nil {
		options = append(options, ftp.DialWithExplicitTLS(encryption))
	}
	return ftp.Dial(c.cfg.Address, options...)
}

// encryption is nil for a plain account.
func (c *Client) encryption() (*tls.Config, error) {
	switch {
	case c.cfg.Plain:
		return nil, nil
	case c.cfg.TLS != nil:
		return c.cfg.TLS, nil
	}
	host, _, err := net.SplitHostPort(c.cfg.Address)
	if err != nil {
		return nil, err
	}
	return &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}, nil
}
