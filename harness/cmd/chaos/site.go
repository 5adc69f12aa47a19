package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"estate/internal/tests/program"
)

// adminToken opens the operator's page of the program under test.
const adminToken = "chaos-admin-token-0001"

// start starts the program with a data folder and the proxy as its CMS.
func (r *run) start(ctx context.Context, data, mode, secret string) (*program.Program, error) {
	addr := fmt.Sprintf("127.0.0.1:%d", r.port)
	return program.Start(ctx, program.Command{
		Path: r.program,
		Args: []string{
			"serve", "--addr", addr, "--site-url", "http://" + addr, "--data", data,
			"--cms-url", r.proxy.address, "--cms-mode", mode, "--admin-addr", fmt.Sprintf("127.0.0.1:%d", r.port+1),
		},
		Env:  []string{"ESTATE_CMS_SECRET=" + secret, "ESTATE_ADMIN_TOKEN=" + adminToken},
		Addr: addr, Ready: "/readyz",
	})
}

// replicaStatus is the used part of the replica status.
type replicaStatus struct {
	ReconciledAt time.Time `json:"reconciled_at"`
	LastError    string    `json:"last_error"`
}

func (r *run) status(ctx context.Context) (replicaStatus, error) {
	var status struct {
		Replica replicaStatus `json:"replica"`
	}
	err := r.operator(ctx, http.MethodGet, "/status.json", &status)
	return status.Replica, err
}

// operator sends a request to the admin address.
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
		return fmt.Errorf("%s: status %s", path, response.Status)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(into)
}
