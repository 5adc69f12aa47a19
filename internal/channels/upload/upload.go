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

// Upload implements channels.Uploader: the file gets its name when it is complete.
func (c *Client) Upload(ctx context.Context, file, name string) (err error) {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	options := []ftp.DialOption{ftp.DialWithContext(ctx), ftp.DialWithTimeout(c.cfg.Timeout)}
	if !c.cfg.Plain {
		config := c.cfg.TLS
		if config == nil {
			host, _, err := net.SplitHostPort(c.cfg.Address)
			if err != nil {
				return fmt.Errorf("address of the FTP server: %w", err)
			}
			config = &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
		}
		options = append(options, ftp.DialWithExplicitTLS(config))
	}
	conn, err := ftp.Dial(c.cfg.Address, options...)
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
