package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// postgres is the PostgreSQL of scripts/postgres.sh.
type postgres struct {
	options
	dir string
	url string
}

func (o options) startPostgres(ctx context.Context) (*postgres, error) {
	dir, err := os.MkdirTemp("", "estate-postgres-")
	if err != nil {
		return nil, err
	}
	p := &postgres{options: o, dir: dir}
	if err := p.start(ctx, 0); err != nil {
		p.remove()
		return nil, err
	}
	return p, nil
}

// start starts the server, with a clock that is ahead of that of the nodes.
func (p *postgres) start(ctx context.Context, ahead time.Duration) error {
	var env []string
	if ahead != 0 {
		env = []string{"LD_PRELOAD=" + p.faketime, fmt.Sprintf("FAKETIME=%+d", int(ahead.Seconds()))}
	}
	url, err := p.script(ctx, env, "postgres.sh", p.dir)
	p.url = strings.TrimSpace(string(url))
	return err
}

// stop shuts the server down: fast, which breaks all connections.
func (p *postgres) stop(ctx context.Context) error {
	_, err := p.script(ctx, nil, "postgres-stop.sh", p.dir)
	return err
}

func (p *postgres) remove() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, _ = p.script(ctx, nil, "postgres-stop.sh", p.dir, "--remove") // it prints its own errors
	_ = os.RemoveAll(p.dir)
}

// hasFaketime reports that the clock of the server can be changed.
func (p *postgres) hasFaketime() bool {
	_, err := os.Stat(p.faketime)
	return err == nil
}

func (p *postgres) script(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, filepath.Join(p.scripts, name), args...)
	command.Env = append(command.Environ(), env...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
