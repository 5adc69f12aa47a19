package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"estate/internal/program"
)

const results = "/properties/"

// cachedPage sends the same compressed bytes by Estate, by a bare net/http
// handler and by nginx.
func (o options) cachedPage(ctx context.Context, r *report) error {
	site, err := o.startSite(ctx, filepath.Join(o.folder, "demo"))
	if err != nil {
		return err
	}
	defer site.Stop()
	body, err := warm(ctx, site.Address+results)
	if err != nil {
		return err
	}
	file := filepath.Join(o.folder, "page.br")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return err
	}
	bare, err := o.startFloor(ctx, file)
	if err != nil {
		return err
	}
	defer bare.Stop()
	nginx, err := o.startNginx(ctx, file)
	if err != nil {
		return err
	}
	defer nginx.Stop()

	contenders := []*program.Program{site, bare, nginx}
	rates := make([]series, len(contenders))
	for range o.rounds {
		for i, p := range contenders {
			l, err := wrk(ctx, o.duration, 32, "", p.Address+results, "Accept-Encoding: br")
			if err != nil {
				return err
			}
			if l.failed {
				return fmt.Errorf("%s answered with errors", p.Address)
			}
			rates[i] = append(rates[i], l.perSecond)
		}
	}
	estate := rates[0].median()
	r.add(
		fmt.Sprintf("cached results page, %d bytes brotli", len(body)),
		fmt.Sprintf("%.0f/s (%s)", estate, rates[0].spread("%.0f")),
		fmt.Sprintf("net/http %.0f/s: **%.2f** of it; nginx %.0f/s: **%.2f** of it",
			rates[1].median(), estate/rates[1].median(), rates[2].median(), estate/rates[2].median()),
		"≥ 0.9 of net/http, ≥ 0.5 of nginx",
	)
	r.add("HTML of a 24-card results page", fmt.Sprintf("%.1f KB brotli", float64(len(body))/1000), "", "≤ 25 KB")
	return nil
}

// warm asks until the page comes as brotli, which is made in the background.
func warm(ctx context.Context, url string) ([]byte, error) {
	for range 100 {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		request.Header.Set("Accept-Encoding", "br")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil {
			return nil, err
		}
		if response.Header.Get("Content-Encoding") == "br" {
			return body, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, fmt.Errorf("%s never came as brotli", url)
}

func (o options) startSite(ctx context.Context, data string) (*program.Program, error) {
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{
		Path: o.program, Args: []string{"serve", "--addr", addr, "--data", data, "--node", o.node}, Addr: addr, Ready: "/readyz",
	})
}

// startFloor runs this very program as a handler that only sends bytes.
func (o options) startFloor(ctx context.Context, file string) (*program.Program, error) {
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{Path: self, Args: []string{"-floor", file, addr}, Addr: addr, Ready: "/"})
}

func serveFloor(ctx context.Context, file, addr string) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	server := &http.Server{Addr: addr, ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Encoding", "br")
		_, _ = w.Write(body)
	})}
	go func() { <-ctx.Done(); _ = server.Close() }()
	if err := server.ListenAndServe(); ctx.Err() == nil {
		return err
	}
	return nil
}

// startNginx serves the bytes as a static file, as a careful operator would.
func (o options) startNginx(ctx context.Context, file string) (*program.Program, error) {
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
	body, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(o.folder, 0o755); err != nil { // nginx's workers are another user's
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(root, "www/properties/index.html"), body, 0o644); err != nil {
		return nil, err
	}
	config := strings.NewReplacer("ROOT", root, "ADDR", addr).Replace(`
worker_processes 2; daemon off; pid ROOT/pid; error_log ROOT/error.log crit;
events { worker_connections 256; }
http {
	access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; open_file_cache max=10;
	client_body_temp_path ROOT/tmp; proxy_temp_path ROOT/tmp; fastcgi_temp_path ROOT/tmp; uwsgi_temp_path ROOT/tmp; scgi_temp_path ROOT/tmp;
	server { listen ADDR; root ROOT/www; default_type text/html; location / { add_header Content-Encoding br; } }
}
`)
	name := filepath.Join(root, "nginx.conf")
	if err := os.WriteFile(name, []byte(config), 0o600); err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{Path: "nginx", Args: []string{"-c", name}, Addr: addr, Ready: results})
}
