package program

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asProgram is an environment variable that makes the test binary the started program.
const asProgram = "ESTATE_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if behaviour := os.Getenv(asProgram); behaviour != "" {
		runAs(behaviour, os.Args[1])
		return
	}
	os.Exit(m.Run())
}

// runAs runs the test binary as the program, which is ready at the third request.
func runAs(behaviour, addr string) {
	fmt.Println("starting as", behaviour)
	if behaviour == "broken" {
		fmt.Fprintln(os.Stderr, "the disk is full")
		os.Exit(3)
	}
	if behaviour == "stubborn" {
		signal.Ignore(syscall.SIGTERM)
	}
	asked := 0
	_ = http.ListenAndServe(addr, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked++; asked < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
}

func start(t *testing.T, behaviour string) (*Program, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	addr, err := FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	return Start(t.Context(), Command{Path: self, Args: []string{addr}, Env: []string{asProgram + "=" + behaviour}, Addr: addr, Ready: "/ready"})
}

func hasEnded(p *Program) bool { return errors.Is(syscall.Kill(p.PID(), 0), syscall.ESRCH) }

func TestStartWaitsUntilTheProgramIsReady(t *testing.T) {
	p, err := start(t, "good")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	response, err := http.Get(p.Address + "/anything")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK || p.Took <= 0 {
		t.Errorf("status %d after %s; want 200", response.StatusCode, p.Took)
	}
	p.Stop()
	if !hasEnded(p) {
		t.Error("the program runs after Stop")
	}
	p.Stop() // must not hang
}

func TestKillEndsAProgramThatIgnoresSignals(t *testing.T) {
	p, err := start(t, "stubborn")
	if err != nil {
		t.Fatal(err)
	}
	p.Kill()
	if !hasEnded(p) {
		t.Error("the program runs after Kill")
	}
}

func TestErrorHasTheOutputOfAProgramThatEnded(t *testing.T) {
	_, err := start(t, "broken")
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("error %v; want the exit status and what it printed", err)
	}
}

func TestErrorOfAMissingProgramHasTheRemedy(t *testing.T) {
	_, err := Start(t.Context(), Command{Path: t.TempDir() + "/estate", Addr: "127.0.0.1:1"})
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("error %v; want one that names make build", err)
	}
}

func TestAwaitTimesOut(t *testing.T) {
	p, err := start(t, "good")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	err = p.Await(t.Context(), time.Millisecond, "the condition", func() bool { return false })
	if err == nil || !strings.Contains(err.Error(), "the condition") {
		t.Errorf("error %v; want one that names the condition", err)
	}
}

func TestLogIsTheEndOfTheOutput(t *testing.T) {
	var log tail
	for n := range 200_000 {
		_, _ = fmt.Fprintf(&log, "line %d\n", n)
	}
	if text := log.String(); len(text) > tailSize || !strings.HasSuffix(text, "line 199999\n") {
		t.Errorf("%d bytes that end with %q; want %d at most and the last line", len(text), text[max(0, len(text)-20):], tailSize)
	}
}
