package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"syscall"
	"time"
)

// program is the site that is crawled.
type program struct {
	cmd     *exec.Cmd
	address string // http://127.0.0.1:port
	log     bytes.Buffer
	ended   chan struct{}
}

// startSite runs the program on an empty folder and waits until it is ready.
func startSite(ctx context.Context, o options, data string) (*program, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return nil, err
	}
	p := &program{address: "http://" + addr, ended: make(chan struct{})}
	args := []string{"serve", "--addr", addr, "--data", data, "--site-url", p.address}
	if o.node != "" {
		args = append(args, "--node", o.node)
	}
	p.cmd = exec.Command(o.program, args...)
	p.cmd.Stderr = &p.log
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w; run `make build`, or name the program with -program", o.program, err)
	}
	go func() { _ = p.cmd.Wait(); close(p.ended) }()
	if err := p.ready(ctx); err != nil {
		p.stop()
		return nil, fmt.Errorf("%s is not ready: %w\n%s", o.program, err, p.log.String())
	}
	return p, nil
}

func (p *program) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.address+"/readyz", nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			_ = response.Body.Close()
			return nil
		}
		select {
		case <-p.ended:
			return fmt.Errorf("it has ended: %s", p.cmd.ProcessState)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// stop ends the program, by force when it does not end by itself.
func (p *program) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(15 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}
