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

// Command is what is run.
type Command struct {
	Path string
	Args []string
	Env  []string // beside what this process has
	// Addr is the host:port it listens on.
	Addr string
	// Ready is the path that answers 200 once it can be used.
	Ready string
}

// Program is a program that runs. It must be stopped.
type Program struct {
	// Address is where it answers: http://host:port.
	Address string
	// Took is the time from its start to its first good answer.
	Took time.Duration

	cmd   *exec.Cmd
	log   tail
	ended chan struct{}
}

const (
	// startPatience suits the largest store that is measured.
	startPatience = 10 * time.Minute
	// startStep is fine enough to measure a start with.
	startStep = 2 * time.Millisecond
	waitStep  = 20 * time.Millisecond
	// stopPatience is longer than the site gives its visitors to finish.
	stopPatience = 20 * time.Second
)

// Start runs a command and waits until it is ready.
func Start(ctx context.Context, c Command) (*Program, error) {
	p := &Program{Address: "http://" + c.Addr, ended: make(chan struct{})}
	// Not CommandContext: an interrupted run ends its program in peace, by Stop.
	p.cmd = exec.Command(c.Path, c.Args...)
	p.cmd.Env = append(os.Environ(), c.Env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	begin := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w; run make build, or name the program with -program", c.Path, err)
	}
	go func() { _ = p.cmd.Wait(); close(p.ended) }()
	err := p.wait(ctx, startStep, startPatience, c.Path+" answers on "+p.Address+c.Ready, func() bool {
		return answers(ctx, p.Address+c.Ready)
	})
	if err != nil {
		p.Stop()
		return nil, err
	}
	p.Took = time.Since(begin)
	return p, nil
}

func answers(ctx context.Context, url string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil && response.StatusCode == http.StatusOK
}

// Await waits until a condition holds; what names it for the error.
func (p *Program) Await(ctx context.Context, patience time.Duration, what string, holds func() bool) error {
	return p.wait(ctx, waitStep, patience, what, holds)
}

func (p *Program) wait(ctx context.Context, step, patience time.Duration, what string, holds func() bool) error {
	for deadline := time.Now().Add(patience); !holds(); {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w before this: %s; the program's last words may tell why:\n%s", ctx.Err(), what, &p.log)
		case <-p.ended:
			return fmt.Errorf("the program has ended (%s); its last words tell why:\n%s", p.cmd.ProcessState, &p.log)
		case <-time.After(step):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("it never came to this within %s: %s; the program's last words may tell why:\n%s", patience, what, &p.log)
		}
	}
	return nil
}

// Log is the end of what the program has printed.
func (p *Program) Log() string { return p.log.String() }

// PID is the process's number.
func (p *Program) PID() int { return p.cmd.Process.Pid }

// Stop ends the program, by force with all it started when it does not end by
// itself. It may be called again.
func (p *Program) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // fails only when it has ended
	select {
	case <-p.ended:
	case <-time.After(stopPatience):
		p.Kill()
	}
}

// Kill ends the program at once, as a power cut would.
func (p *Program) Kill() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // fails only when it has ended
	<-p.ended
}

// FreeAddr is a loopback address nobody listens on.
func FreeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
