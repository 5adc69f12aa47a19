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

// monitorEvery is how often a worker's memory is looked at. A heap that explodes
// between two looks is ended by V8's own limit.
const monitorEvery = 250 * time.Millisecond

// process is one running child. Only one goroutine at a time talks to it.
type process struct {
	cfg      *Config
	cmd      *exec.Cmd
	requests *os.File // we write
	replies  *os.File // we read
	seq      uint32
	buf      []byte

	exited chan struct{} // closed when the child is reaped
	state  string        // how it ended; read after exited
	done   sync.WaitGroup

	mu     sync.Mutex
	reaped bool
	reason string // why we killed it, if we did
}

// start runs a child and sees it through its handshake. The child ends with ctx at the latest.
func start(ctx context.Context, cfg *Config) (*process, error) {
	var init []byte
	if cfg.Init != nil {
		var err error
		if init, err = cfg.Init(); err != nil {
			return nil, fmt.Errorf("prepare worker: %w", err)
		}
	}
	harnessFile, err := writeHarness(cfg.Name)
	if err != nil {
		return nil, err
	}
	defer os.Remove(harnessFile) // after the handshake Node has read it
	p, err := spawn(cfg, harnessFile)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { p.kill("the pool closes") })
	p.done.Go(func() { p.reap(stop) })
	p.done.Go(p.monitor)
	if err := p.handshake(init); err != nil {
		p.kill("it did not start: " + err.Error())
		p.end()
		return nil, fmt.Errorf("start worker: %w", err)
	}
	return p, nil
}

// handshake hands over the module and its first argument. It reports how far the
// child came: a Node that cannot run the harness differs from a module that throws.
func (p *process) handshake(init []byte) error {
	deadline := time.Now().Add(p.cfg.StartTimeout)
	for _, payload := range [][]byte{[]byte(p.cfg.Script), init} {
		if _, err := p.exchange(payload, deadline); err != nil {
			return err
		}
	}
	return nil
}

// exchange sends one frame and waits for its answer. Any error but a *Failure
// leaves the pipes in an unknown state: the process must be killed.
func (p *process) exchange(payload []byte, deadline time.Time) ([]byte, error) {
	p.seq++
	// Pipes of os.Pipe take deadlines on every system Go runs on.
	_ = p.requests.SetWriteDeadline(deadline)
	_ = p.replies.SetReadDeadline(deadline)
	p.buf = appendRequest(p.buf, p.seq, payload)
	if _, err := p.requests.Write(p.buf); err != nil {
		return nil, p.explain(err)
	}
	if cap(p.buf) > 1<<20 {
		p.buf = nil
	}
	st, body, err := readReply(p.replies, p.seq, p.cfg.MaxReply)
	if err != nil {
		return nil, p.explain(err)
	}
	if st == statusFailed {
		return nil, &Failure{Text: string(body)}
	}
	return body, nil
}

// explain turns an error of the pipes into what happened to the child.
func (p *process) explain(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return ErrTimeout
	}
	select {
	case <-p.exited:
	case <-time.After(50 * time.Millisecond): // the pipe closes a moment before the child is reaped
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	return fmt.Errorf("%w: %s", ErrLost, p.ending())
}

// monitor kills a child that grows beyond its limit.
func (p *process) monitor() {
	tick := time.NewTicker(monitorEvery)
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
	if size := residentSize(p.pid()); p.cfg.MemoryLimit > 0 && size > p.cfg.MemoryLimit {
		p.kill(fmt.Sprintf("it holds %d MB, the limit is %d MB", size>>20, p.cfg.MemoryLimit>>20))
	}
}

// reap waits for the child, so that none stays behind as a zombie.
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

// kill ends the child and everything it started. The first reason is kept.
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

// end waits until nothing of the child is left.
func (p *process) end() {
	p.kill("it is no longer needed")
	<-p.exited
	p.requests.Close()
	p.replies.Close()
	p.done.Wait()
}

// ending says in words how the child ended; it may be asked once exited is closed.
func (p *process) ending() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reason != "" {
		return "killed because " + p.reason
	}
	return p.state
}

func (p *process) pid() int { return p.cmd.Process.Pid }
