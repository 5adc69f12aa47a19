package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
)

// memoryCheckInterval is the time between two checks of a worker's memory. The heap limit
// of V8 covers growth between two checks.
const memoryCheckInterval = 250 * time.Millisecond

// process is one running child. One goroutine at a time may call exchange.
type process struct {
	cfg      *Config
	cmd      *exec.Cmd
	requests *os.File // written by the parent
	replies  *os.File // read by the parent
	session  Session
	seq      uint32
	buf      []byte

	exited chan struct{} // closed when the child is reaped
	state  string        // exit state; read after exited is closed
	done   sync.WaitGroup

	mu     sync.Mutex
	reaped bool
	reason string // why the parent killed it; "" if it did not
}

// start runs a child and completes the handshake. The child is killed when ctx ends.
func start(ctx context.Context, cfg *Config) (*process, error) {
	var init []byte
	if cfg.Init != nil {
		var err error
		if init, err = cfg.Init(); err != nil {
			return nil, fmt.Errorf("prepare worker: %w", err)
		}
	}
	p, err := spawn(cfg)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { p.kill("the pool closes") })
	p.done.Go(func() { p.reap(stop) })
	if cfg.MemoryLimit > 0 {
		p.done.Go(p.monitor)
	}
	if err := p.handshake(init); err != nil {
		p.kill("it did not start: " + err.Error())
		p.stop()
		return nil, fmt.Errorf("start worker: %w", err)
	}
	return p, nil
}

// handshake sends the module, then the argument of its open function, as two frames: an error
// tells a Node that cannot run the harness from a module that throws.
func (p *process) handshake(init []byte) error {
	deadline := time.Now().Add(startTimeout)
	for _, payload := range [][]byte{[]byte(p.cfg.Script), init} {
		if _, err := p.exchange(payload, deadline); err != nil {
			return err
		}
	}
	return nil
}

// exchange sends one frame and waits for its reply. After any error except *Failure the state
// of the pipes is unknown: the process must be killed.
func (p *process) exchange(payload []byte, deadline time.Time) ([]byte, error) {
	p.seq++
	// Pipes of os.Pipe take deadlines on every system Go runs on.
	_ = p.requests.SetWriteDeadline(deadline)
	_ = p.replies.SetReadDeadline(deadline)
	p.buf = appendRequest(p.buf, p.seq, payload)
	if _, err := p.requests.Write(p.buf); err != nil {
		return nil, p.exchangeError(err)
	}
	if cap(p.buf) > 1<<20 {
		p.buf = nil
	}
	st, body, err := readReply(p.replies, p.seq, maxReply)
	if err != nil {
		return nil, p.exchangeError(err)
	}
	if st == statusFailed {
		return nil, &Failure{Text: string(body)}
	}
	return body, nil
}

// exchangeError turns an error of the pipes into ErrTimeout or ErrExited.
func (p *process) exchangeError(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return ErrTimeout
	}
	select {
	case <-p.exited:
	case <-time.After(50 * time.Millisecond): // the pipe closes shortly before the child is reaped
		return fmt.Errorf("%w: %w", ErrExited, err)
	}
	return fmt.Errorf("%w: %s", ErrExited, p.exitReason())
}

// monitor kills a child that exceeds the memory limit.
func (p *process) monitor() {
	tick := time.NewTicker(memoryCheckInterval)
	defer tick.Stop()
	for {
		select {
		case <-p.exited:
			return
		case <-tick.C:
			p.checkMemory()
		}
	}
}

func (p *process) checkMemory() {
	if size := residentSize(p.pid()); size > p.cfg.MemoryLimit {
		p.kill(fmt.Sprintf("it uses %d MB, the limit is %d MB", size>>20, p.cfg.MemoryLimit>>20))
	}
}

// reap waits for the child, so that no zombie remains.
func (p *process) reap(stop func() bool) {
	err := p.cmd.Wait()
	p.mu.Lock()
	p.reaped = true
	p.mu.Unlock()
	p.state = p.cmd.ProcessState.String()
	if p.cmd.ProcessState == nil {
		p.state = fmt.Sprint(err)
	}
	stop()
	close(p.exited)
}

// kill kills the process group of the child. The first reason is kept.
func (p *process) kill(reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return
	}
	if p.reason == "" {
		p.reason = reason
	}
	killGroup(p.cmd.Process)
}

// stop kills the child and waits until it is reaped and its pipes are closed.
func (p *process) stop() {
	p.kill("it is no longer needed")
	<-p.exited
	p.requests.Close()
	p.replies.Close()
	p.done.Wait()
}

// exitReason says why the child exited. Call it after exited is closed.
func (p *process) exitReason() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reason != "" {
		return "killed because " + p.reason
	}
	return p.state
}

func (p *process) pid() int { return p.cmd.Process.Pid }
