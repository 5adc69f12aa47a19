package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"estate/internal/tests/program"
)

// fill fills a store with the demo agency and a number of generated properties.
func (o options) fill(ctx context.Context, data string, properties int) error {
	out, err := exec.CommandContext(ctx, o.program, "demo", "--data", data, "--properties", strconv.Itoa(properties)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("fill a store: %w: %s", err, out)
	}
	return nil
}

// startSite starts the built program with a data folder.
func (o options) startSite(ctx context.Context, data string) (*program.Program, error) {
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{
		Path: o.program, Args: []string{"serve", "--addr", addr, "--data", data, "--node", o.node}, Addr: addr, Ready: "/readyz",
	})
}

const nginxConfig = `
worker_processes 2; daemon off; pid ROOT/pid; error_log ROOT/error.log crit;
events { worker_connections 256; }
http {
	access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; open_file_cache max=10;
	client_body_temp_path ROOT/tmp; proxy_temp_path ROOT/tmp; fastcgi_temp_path ROOT/tmp; uwsgi_temp_path ROOT/tmp; scgi_temp_path ROOT/tmp;
	server { listen ADDR; root ROOT/www; default_type text/html; location / { add_header Content-Encoding br; } }
}
`

// startNginx serves the bytes as a static file with a tuned configuration.
func (o options) startNginx(ctx context.Context, body []byte) (*program.Program, error) {
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	root := filepath.Join(o.folder, "nginx")
	for _, folder := range []string{"www/properties", "tmp"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			return nil, err
		}
	}
	if err := os.Chmod(o.folder, 0o755); err != nil { // the workers of nginx run as another user
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(root, "www/properties/index.html"), body, 0o644); err != nil {
		return nil, err
	}
	config := strings.NewReplacer("ROOT", root, "ADDR", addr).Replace(nginxConfig)
	name := filepath.Join(root, "nginx.conf")
	if err := os.WriteFile(name, []byte(config), 0o600); err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{Path: "nginx", Args: []string{"-c", name}, Addr: addr, Ready: resultsPage})
}
