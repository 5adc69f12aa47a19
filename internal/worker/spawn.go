package worker

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

//go:embed harness.mjs
var harness []byte

// writeHarness writes the harness to a temporary file that only this user may read, and returns
// its path. Node reads the file once, so the caller removes it when the worker has started: a file
// for every start needs no cleanup at exit and cannot be taken from another process.
func writeHarness(pool string) (string, error) {
	f, err := os.CreateTemp("", "estate-"+pool+"-*.mjs")
	if err != nil {
		return "", fmt.Errorf("write the worker's harness (set TMPDIR to a folder that can be written): %w", err)
	}
	_, err = f.Write(harness)
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", fmt.Errorf("write the worker's harness: %w", err)
	}
	return f.Name(), nil
}

// spawn runs Node with the harness file, and logs what it prints until it has exited.
func spawn(cfg *Config, harnessFile string) (*process, error) {
	ends, err := openPipes()
	if err != nil {
		return nil, fmt.Errorf("open pipes to a worker: %w", err)
	}
	cmd := command(cfg, harnessFile, ends)
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

func command(cfg *Config, harnessFile string, ends *pipes) *exec.Cmd {
	cmd := exec.Command(cfg.Node, append(slices.Clone(cfg.Flags), harnessFile)...)
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
