package worker

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"time"
)

//go:embed harness.mjs
var harness string

// spawn runs Node with the harness, and logs what it prints until it has exited.
func spawn(cfg *Config) (*process, error) {
	ends, err := openPipes()
	if err != nil {
		return nil, fmt.Errorf("open pipes to a worker: %w", err)
	}
	cmd := command(cfg, ends)
	if err := cmd.Start(); err != nil {
		closeAll(ends.ours())
		closeAll(ends.childs())
		return nil, fmt.Errorf("start %s: %w", cfg.Node, err)
	}
	closeAll(ends.childs()) // it has copies of its own
	p := &process{cfg: cfg, cmd: cmd, requests: ends.requests, replies: ends.replies, exited: make(chan struct{})}
	log := cfg.Log.With("pid", cmd.Process.Pid)
	p.done.Go(func() { pump(ends.printed, log) })
	p.done.Go(func() {
		<-p.exited
		// A descendant may hold the other end open; nobody waits for it.
		_ = ends.printed.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	})
	return p, nil
}

func command(cfg *Config, ends *pipes) *exec.Cmd {
	args := append([]string{}, cfg.Flags...)
	args = append(args, "--input-type=module", "--eval", harness)
	cmd := exec.Command(cfg.Node, args...)
	// Nothing of the server's environment, where credentials may be, is handed on.
	cmd.Env = []string{"NODE_ENV=production", "TZ=UTC", "MALLOC_ARENA_MAX=2"}
	cmd.ExtraFiles = []*os.File{ends.childIn, ends.childOut}
	cmd.Stdout, cmd.Stderr = ends.childErr, ends.childErr
	cmd.SysProcAttr = ownGroup()
	return cmd
}

// pipes are the three ways between us and a child, with both ends of each.
type pipes struct {
	childIn, requests *os.File // we write
	replies, childOut *os.File // we read
	printed, childErr *os.File // we read
}

func openPipes() (_ *pipes, err error) {
	p := &pipes{}
	for _, pipe := range []struct{ r, w **os.File }{
		{&p.childIn, &p.requests}, {&p.replies, &p.childOut}, {&p.printed, &p.childErr},
	} {
		if *pipe.r, *pipe.w, err = os.Pipe(); err != nil {
			closeAll(p.ours())
			closeAll(p.childs())
			return nil, err
		}
	}
	widen(p.requests)
	widen(p.replies)
	return p, nil
}

func (p *pipes) ours() []*os.File   { return []*os.File{p.requests, p.replies, p.printed} }
func (p *pipes) childs() []*os.File { return []*os.File{p.childIn, p.childOut, p.childErr} }

// closeAll closes files; one that was never opened is nil, which Close bears.
func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}
