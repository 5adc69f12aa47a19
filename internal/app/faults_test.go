package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"estate/internal/app/config"
)

func TestWithoutWorkersPagesAreReadable(t *testing.T) {
	app, server := startSite(t, nil)
	if err := app.pool.Close(); err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{"/", "/es/properties/", "/blog/"} {
		response, body := get(t, server, link)
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d without render workers, want 200", link, response.StatusCode)
		}
		summary := texts(t, body, "noscript")
		if len(summary) == 0 || !strings.Contains(body, `id="view"`) || !strings.Contains(body, `rel="canonical"`) {
			t.Errorf("%s: the fallback document lacks its summary, its data or its head", link)
		}
		label := "Loading - "
		if strings.HasPrefix(link, "/es/") {
			label = "Cargando - "
		}
		if !strings.Contains(body, `<div id="root"></div><div id="loading" role="status">`) || !strings.Contains(body, `<span>`+label) {
			t.Errorf("%s: no loading screen with %q beside the empty root", link, label)
		}
	}
	if response, body := get(t, server, "/readyz"); response.StatusCode != http.StatusOK || !strings.Contains(body, "degraded") {
		t.Errorf("/readyz: %d %s; want 200 and degraded", response.StatusCode, body)
	}
}

func TestKilledWorkersLoseNoRequest(t *testing.T) {
	app, server := startSite(t, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var answered atomic.Int64
	var failures sync.Map
	var visitors sync.WaitGroup
	for visitor := range 8 {
		visitors.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				// Each query is different, so that each page must be rendered.
				link := fmt.Sprintf("/properties/?price_from=%d", 100000+visitor*1000+i)
				response, err := server.Client().Get(server.URL + link)
				if err != nil {
					failures.Store(link, err)
					continue
				}
				_, err = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				if response.StatusCode != http.StatusOK || err != nil {
					failures.Store(link, fmt.Sprint(response.Status, err))
				}
				answered.Add(1)
			}
		})
	}
	more := func() bool {
		seen := answered.Load()
		for deadline := time.Now().Add(30 * time.Second); answered.Load() < seen+100; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Errorf("%d pages in 30 s, want 100", answered.Load()-seen)
				return false
			}
		}
		return true
	}
	for range 3 {
		if !more() {
			break
		}
		for _, pid := range app.pool.Pids() {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	more()
	stop()
	visitors.Wait()
	failures.Range(func(link, failure any) bool {
		t.Errorf("%v: %v", link, failure)
		return true
	})
}

func TestStartReportsItsError(t *testing.T) {
	foreign := t.TempDir()
	if err := os.WriteFile(foreign+"/estate.db", []byte("this is a text file, not a database"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		change func(*config.Settings)
		says   string
	}{
		{"data is a file", func(s *config.Settings) { s.Data = "site_test.go" }, "data folder"},
		{"store is not a database", func(s *config.Settings) { s.Data = foreign }, "estate.db"},
		{"configured Node is missing", func(s *config.Settings) { s.Node = "/no/such/node" }, "/no/such/node"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := config.Settings{Data: t.TempDir()}
			s.FillDefaults()
			tt.change(&s)
			app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.DiscardHandler))
			if err == nil {
				app.Close()
				t.Fatal("the site started")
			}
			if !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %q; want one that contains %q", err, tt.says)
			}
		})
	}
}

func TestPortInUseIsReportedWithTheRemedy(t *testing.T) {
	_, server := startSite(t, nil)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_, err = listen(t.Context(), address.Host, "--addr")
	if err == nil || !strings.Contains(err.Error(), "--addr") {
		t.Errorf("listen on a used port: %v; want an error that names --addr", err)
	}
}
