package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"estate/internal/tests/program"
)

// nginxConfig is the load balancer. An idempotent request that a node does not answer, or
// answers without the database, goes to the next node; POST is not repeated. max_fails=0:
// without the database all nodes answer 502 for pages that they do not have, and must
// still be asked for those that they have. No keepalive to the nodes: nginx would send a
// POST on a connection whose node has been killed. The timeout is longer than that of a node
// for the database (10 s), which then answers 502 itself: a shorter one would repeat the work of
// slow nodes.
const nginxConfig = `
%[5]s
daemon off;
worker_processes 1;
worker_rlimit_nofile 65536;
pid %[1]s/nginx.pid;
error_log %[1]s/error.log;
events { worker_connections 16384; }
http {
	access_log off;
	client_body_temp_path %[1]s/body;
	proxy_temp_path %[1]s/proxy;
	fastcgi_temp_path %[1]s/fastcgi;
	uwsgi_temp_path %[1]s/uwsgi;
	scgi_temp_path %[1]s/scgi;
	upstream estate {
%[3]s	}
	server {
		listen %[2]s backlog=4096;
		location / {
			proxy_pass http://estate;
			proxy_http_version 1.1;
			proxy_set_header Host %[2]s;
			proxy_set_header Connection "";
			proxy_connect_timeout 2s;
			proxy_read_timeout 15s;
			proxy_next_upstream error timeout http_502 http_503;
		}
		location ~ ^/(es/)?enquiry/ {
			proxy_pass http://estate;
			proxy_http_version 1.1;
			proxy_set_header Host %[2]s;
			proxy_set_header Connection "";
			proxy_connect_timeout 2s;
			proxy_read_timeout 30s;
			proxy_next_upstream error timeout;
		}
		location = %[4]s { return 200; }
	}
}
`

// nginxReady is a link that nginx answers itself.
const nginxReady = "/nginx-ready"

func (r *run) startNginx(ctx context.Context, addr string) (*program.Program, error) {
	folder := filepath.Join(r.folder, "nginx")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	var servers strings.Builder
	for _, n := range r.nodes {
		fmt.Fprintf(&servers, "\t\tserver %s max_fails=0;\n", n.addr)
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;" // the temporary folder is closed to others
	}
	file := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, nginxConfig, folder, addr, servers.String(), nginxReady, user), 0o600); err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{
		Path: r.nginx, Args: []string{"-p", folder, "-c", file, "-e", filepath.Join(folder, "error.log")}, Addr: addr, Ready: nginxReady,
	})
}
