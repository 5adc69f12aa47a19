package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"estate/harness/command"
	"estate/internal/tests/program"
)

// node is one estate serve with its own data folder and its own way to PostgreSQL.
type node struct {
	name   string
	addr   string
	data   string
	config string
	db     string // through the proxy
	proxy  *proxy

	mu   sync.Mutex
	site *program.Program // nil: it is not running
}

// nodeSettings let the load of one address pass.
const nodeSettings = `
[enquiries]
burst = 1000000
per_hour = 1000000
`

const nodeCount = 3

// startCluster starts the nodes and nginx.
func (r *run) startCluster(ctx context.Context) (*program.Program, error) {
	config := filepath.Join(r.folder, "estate.toml")
	if err := os.WriteFile(config, []byte(nodeSettings), 0o600); err != nil {
		return nil, err
	}
	balancer, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	for i := range nodeCount {
		n, err := r.newNode(fmt.Sprintf("node%d", i+1), config)
		if err != nil {
			return nil, err
		}
		r.nodes = append(r.nodes, n)
		if err := r.startNode(ctx, n, balancer); err != nil {
			return nil, err
		}
	}
	return r.startNginx(ctx, balancer)
}

func (r *run) newNode(name, config string) (*node, error) {
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	address, err := url.Parse(r.server.url)
	if err != nil {
		return nil, err
	}
	p, err := startProxy(address.Host)
	if err != nil {
		return nil, err
	}
	address.Host = p.addr
	return &node{name: name, addr: addr, data: filepath.Join(r.folder, name), config: config, db: address.String(), proxy: p}, nil
}

// startTimeout bounds the attempts to start a node.
const startTimeout = 2 * time.Minute

// startNode starts a node, and again while it ends at once, as a service manager does: a node does
// not start without PostgreSQL.
func (r *run) startNode(ctx context.Context, n *node, balancer string) error {
	command := program.Command{
		Path: r.program, Args: []string{"serve", "--config", n.config, "--addr", n.addr, "--site-url", "http://" + balancer, "--data", n.data},
		Env: []string{"ESTATE_DB=" + n.db}, Addr: n.addr, Ready: "/readyz",
	}
	begin := time.Now()
	site, err := program.Start(ctx, command)
	for err != nil && ctx.Err() == nil && time.Since(begin) < startTimeout {
		fmt.Printf("%s is started again: %v\n", n.name, err)
		site, err = program.Start(ctx, command)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", n.name, err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.site = site
	return nil
}

// kill kills a node with SIGKILL.
func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.site.Kill()
	n.site = nil
}

func (r *run) stopNodes() {
	for _, n := range r.nodes {
		n.mu.Lock()
		if n.site != nil {
			n.site.Stop()
		}
		n.mu.Unlock()
		n.proxy.close()
	}
}

// estate runs a command of the program.
func (r *run) estate(ctx context.Context, args ...string) error {
	if output, err := exec.CommandContext(ctx, r.program, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("estate %s: %w\n%s", args[0], err, output)
	}
	return nil
}

// readiness is the used part of /readyz.
type readiness struct {
	code    int
	Status  string `json:"status"`
	Content string `json:"content"` // problem of the store
}

func (n *node) ready(ctx context.Context) (readiness, error) {
	code, body, err := get(ctx, http.DefaultClient, "http://"+n.addr+"/readyz")
	if err != nil {
		return readiness{}, err
	}
	ready := readiness{code: code}
	return ready, json.Unmarshal(body, &ready)
}

// awaitStatus waits until /readyz of all nodes says status, with code 200, and returns the time.
func (r *run) awaitStatus(ctx context.Context, status string, timeout time.Duration) (time.Duration, error) {
	begin := time.Now()
	for {
		last, all := "", true
		for _, n := range r.nodes {
			ready, err := n.ready(ctx)
			if err != nil || ready.code != http.StatusOK || ready.Status != status {
				last, all = fmt.Sprintf("%s: %d %s %q %v", n.name, ready.code, ready.Status, ready.Content, err), false
			}
		}
		took := time.Since(begin)
		if all {
			return took, nil
		}
		if took > timeout {
			return took, fmt.Errorf("/readyz is not %q after %s: %s", status, command.Round(took), last)
		}
		select {
		case <-ctx.Done():
			return took, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}
