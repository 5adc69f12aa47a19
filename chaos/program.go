package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// program is the site under test.
type program struct {
	cmd     *exec.Cmd
	address string
	log     bytes.Buffer
	ended   chan struct{}
}

// adminToken opens the operator's page of the program under test.
const adminToken = "chaos-admin-token-0001"

// start runs the program on a data folder, in front of the proxy.
func (r *run) start(ctx context.Context, data, mode, secret string) (*program, error) {
	address := fmt.Sprintf("http://127.0.0.1:%d", r.port)
	p := &program{address: address, ended: make(chan struct{})}
	p.cmd = exec.Command(r.program, "serve", "--addr", address[len("http://"):], "--site-url", address, "--data", data,
		"--cms-url", r.proxy.address, "--cms-mode", mode, "--admin-addr", fmt.Sprintf("127.0.0.1:%d", r.port+1))
	p.cmd.Env = append(os.Environ(), "ESTATE_CMS_SECRET="+secret, "ESTATE_ADMIN_TOKEN="+adminToken)
	p.cmd.Stderr = &p.log
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w; run make build, or name the program with -program", r.program, err)
	}
	go func() { _ = p.cmd.Wait(); close(p.ended) }()
	return p, p.await(ctx, 3*time.Minute, "the site is ready", func() bool {
		response, err := http.Get(address + "/readyz")
		if err != nil {
			return false
		}
		_ = response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
}

// await waits for a condition.
func (p *program) await(ctx context.Context, patience time.Duration, what string, holds func() bool) error {
	deadline := time.Now().Add(patience)
	for !holds() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.ended:
			return fmt.Errorf("the site has ended: %s\n%s", p.cmd.ProcessState, p.log.String())
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("it never came to this: %s\n%s", what, p.log.String())
		}
	}
	return nil
}

// stop ends the program, by force when it does not end by itself.
func (p *program) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(20 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}

// replicaStatus is what the operator's page says of the copy.
type replicaStatus struct {
	LastSuccess  time.Time `json:"last_success"`
	ReconciledAt time.Time `json:"reconciled_at"`
	LastError    string    `json:"last_error"`
	Failed       []any     `json:"failed"`
	Alarms       []any     `json:"alarms"`
}

func (r *run) status(ctx context.Context) (replicaStatus, error) {
	var told struct {
		Replica replicaStatus `json:"replica"`
	}
	err := r.operator(ctx, http.MethodGet, "/status.json", &told)
	return told.Replica, err
}

// operator asks the admin address.
func (r *run) operator(ctx context.Context, method, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, fmt.Sprintf("http://127.0.0.1:%d%s", r.port+1, path), nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+adminToken)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", path, response.Status)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(into)
}
