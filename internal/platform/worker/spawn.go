package worker

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

//go:embed harness.mjs
var harness []byte

// bootstrap imports the harness from standard input. A file would stay behind when the program is
// killed while a worker starts, and a process list would show a script of this size in full.
const bootstrap = `import("data:text/javascript;base64,"+require("fs").readFileSync(0,"base64"))`

// niceness is added to that of a worker: when all processors are busy, cached pages go before rendering.
const niceness = 5

// spawn runs Node with the harness, and logs what it prints until it has exited.
func spawn(cfg *Config) (*process, error) {
	ends, err := openPipes()
	if err != nil {
		return nil, fmt.Errorf("open pipes to a worker: %w", err)
	}
	cmd := command(cfg, ends)
	if err := cmd.Start(); err != nil {
		closeAll(ends.parentEnds())
		closeAll(ends.childEnds())
		return nil, fmt.Errorf("start %s: %w", cfg.Node, err)
	}
	closeAll(ends.childEnds()) // the child has copies
	lowerPriority(cmd.Process.Pid)
	p := &process{cfg: cfg, cmd: cmd, session: cfg.NewSession(), requests: ends.requests, replies: ends.replies, exited: make(chan struct{})}
	log := cfg.Log.With("pid", cmd.Process.Pid)
	p.done.Go(func() { logOutput(ends.output, log) })
	p.done.Go(func() {
		<-p.exited
		// A descendant may keep the other end open: stop reading.
		_ = ends.output.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	})
	return p, nil
}

func command(cfg *Config, ends *pipes) *exec.Cmd {
	args := append(slices.Clone(cfg.Flags), "--eval", bootstrap, "estate-"+cfg.Name) // a process list shows the name
	cmd := exec.Command(cfg.Node, args...)
	cmd.Stdin = bytes.NewReader(harness)
	// The environment of the server is not passed on: it may hold credentials.
	cmd.Env = []string{"NODE_ENV=production", "TZ=UTC", "MALLOC_ARENA_MAX=2"}
	cmd.ExtraFiles = []*os.File{ends.childIn, ends.childOut}
	cmd.Stdout, cmd.Stderr = ends.childErr, ends.childErr
	cmd.SysProcAttr = processGroup()
	return cmd
}

// pipes are the three pipes between parent and child, with both ends of each.
type pipes struct {
	childIn, requests *os.File // parent writes
	replies, childOut *os.File // parent reads
	output, childErr  *os.File // parent reads
}

func openPipes() (_ *pipes, err error) {
	p := &pipes{}
	for _, pipe := range []struct{ r, w **os.File }{
		{&p.childIn, &p.requests}, {&p.replies, &p.childOut}, {&p.output, &p.childErr},
	} {
		if *pipe.r, *pipe.w, err = os.Pipe(); err != nil {
			closeAll(p.parentEnds())
			closeAll(p.childEnds())
			return nil, err
		}
	}
	enlarge(p.requests)
	enlarge(p.replies)
	return p, nil
}

func (p *pipes) parentEnds() []*os.File { return []*os.File{p.requests, p.replies, p.output} }
func (p *pipes) childEnds() []*os.File  { return []*os.File{p.childIn, p.childOut, p.childErr} }

// closeAll closes files. A file that was never opened is nil; Close accepts nil.
func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}
