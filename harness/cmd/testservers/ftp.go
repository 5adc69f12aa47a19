package main

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"time"

	ftp "goftp.io/server/v2"
	"goftp.io/server/v2/driver/file"

	"estate/internal/tests/testserver"
)

// serveFTP runs an FTP server on a folder, with a certificate for example.com when it encrypts.
func serveFTP(args []string) (testserver.Info, func(string) error, error) {
	flags := newFlags("ftp")
	folder := flags.String("folder", "", "folder of the files")
	user := flags.String("user", "", "name of the user")
	password := flags.String("password", "", "password of the user")
	encrypted := flags.Bool("tls", false, "demand TLS (explicit FTPS)")
	if err := flags.Parse(args); err != nil {
		return testserver.Info{}, nil, err
	}
	info, err := startFTP(*folder, *user, *password, *encrypted)
	return info, nil, err
}

func startFTP(folder, user, password string, encrypted bool) (info testserver.Info, err error) {
	driver, err := file.NewDriver(folder)
	if err != nil {
		return info, err
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return info, err
	}
	options := &ftp.Options{
		Driver: driver, Auth: &ftp.SimpleAuth{Name: user, Password: password}, Perm: ftp.NewSimplePerm(user, user),
		Hostname: "127.0.0.1", Port: free.Addr().(*net.TCPAddr).Port, Logger: new(ftp.DiscardLogger),
	}
	info.Address = net.JoinHostPort(options.Hostname, strconv.Itoa(options.Port))
	if encrypted {
		certificates, err := os.MkdirTemp("", "estate-ftp-")
		if err != nil {
			return info, err
		}
		defer func() { _ = os.RemoveAll(certificates) }() // a server that listens has read them
		if info.Certificate, err = encrypt(options, certificates); err != nil {
			return info, err
		}
	}
	server, err := ftp.NewServer(options)
	if err != nil {
		return info, err
	}
	if err := free.Close(); err != nil {
		return info, err
	}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	return info, awaitPort(info.Address, ended)
}

// encrypt gives a server the certificate of httptest, in files of a folder, and returns it.
func encrypt(options *ftp.Options, folder string) (string, error) {
	web := httptest.NewUnstartedServer(nil)
	web.StartTLS()
	certificate := web.TLS.Certificates[0]
	web.Close()
	key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	if err != nil {
		return "", err
	}
	options.TLS, options.ExplicitFTPS, options.ForceTLS = true, true, true
	options.CertFile, options.KeyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	leaf := inPEM("CERTIFICATE", certificate.Certificate[0])
	return leaf, errors.Join(
		os.WriteFile(options.CertFile, []byte(leaf), 0o600),
		os.WriteFile(options.KeyFile, []byte(inPEM("PRIVATE KEY", key)), 0o600),
	)
}

// awaitPort waits until a server accepts connections.
func awaitPort(address string, ended <-chan error) error {
	const timeout = 10 * time.Second
	for deadline := time.Now().Add(timeout); time.Now().Before(deadline); {
		if conn, err := net.Dial("tcp", address); err == nil {
			return conn.Close()
		}
		select {
		case err := <-ended:
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
	return fmt.Errorf("%s accepts no connection for %s", address, timeout)
}
