package program

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Command is a program to start.
type Command struct {
	Path string
	Args []string
	Env  []string // added to the environment of this process
	// Addr is the host:port on which it listens.
	Addr string
	// Ready is a path whose status is 200 when the program is ready.
	Ready string
}

// Program is a running program. The caller stops it.
type Program struct {
	// Address is its URL: http://host:port.
	Address string
	// Took is the time from the start until it was ready.
	Took time.Duration

	cmd   *exec.Cmd
	log   tail
	ended chan struct{}
}

const (
	// startTimeout is long enough for the largest store that the harness measures.
	startTimeout = 10 * time.Minute
	// startInterval is the resolution of Took.
	startInterval = 2 * time.Millisecond
	waitInterval  = 20 * time.Millisecond
	// stopTimeout is longer than the shutdown timeout of the site.
	stopTimeout = 20 * time.Second
)

// Start runs a command and waits until it is ready.
func Start(ctx context.Context, c Command) (*Program, error) {
	p := &Program{Address: "http://" + c.Addr, ended: make(chan struct{})}
	// Not CommandContext, which kills: an interrupted run calls Stop.
	p.cmd = exec.Command(c.Path, c.Args...)
	p.cmd.Env = append(os.Environ(), c.Env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	begin := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w; run make build, or set -program", c.Path, err)
	}
	go func() { _ = p.cmd.Wait(); close(p.ended) }()
	err := p.wait(ctx, startInterval, startTimeout, c.Path+" is ready at "+p.Address+c.Ready, func() bool {
		return isReady(ctx, p.Address+c.Ready)
	})
	if err != nil {
		p.Stop()
		return nil, err
	}
	p.Took = time.Since(begin)
	return p, nil
}

// isReady reports that a URL answers with 200.
func isReady(ctx context.Context, url string) bool {
	status, _, err := Get(ctx, url)
	return err == nil && status == http.StatusOK
}

// Get requests a URL and returns the status and the whole body.
func Get(ctx context.Context, url string) (status int, body []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }() // only read
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

// Await waits until a condition holds, at most timeout. what describes the condition in
// the error.
func (p *Program) Await(ctx context.Context, timeout time.Duration, what string, holds func() bool) error {
	return p.wait(ctx, waitInterval, timeout, what, holds)
}

func (p *Program) wait(ctx context.Context, step, timeout time.Duration, what string, holds func() bool) error {
	for deadline := time.Now().Add(timeout); !holds(); {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w while waiting for: %s; output of the program:\n%s", ctx.Err(), what, &p.log)
		case <-p.ended:
			return fmt.Errorf("the program has ended (%s); its output:\n%s", p.cmd.ProcessState, &p.log)
		case <-time.After(step):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("timeout of %s while waiting for: %s; output of the program:\n%s", timeout, what, &p.log)
		}
	}
	return nil
}

// Log is the last part of the output of the program.
func (p *Program) Log() string { return p.log.String() }

// PID is the process id.
func (p *Program) PID() int { return p.cmd.Process.Pid }

// Stop terminates the program. After a timeout it kills the program with its children.
// Further calls do nothing.
func (p *Program) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // fails only if it has ended
	select {
	case <-p.ended:
	case <-time.After(stopTimeout):
		p.Kill()
	}
}

// Kill kills the program with its children.
func (p *Program) Kill() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // fails only if it has ended
	<-p.ended
}

// FreeAddr returns an unused loopback address, as host:port.
func FreeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
