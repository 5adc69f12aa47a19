// Package simulate runs simulations: tests in simulated time (testing/synctest) in which a
// seed decides what fails.
//
// Each fault is decided by the seed, the name of the call and how many calls of that name
// came before, and not by a generator that all goroutines share. A replay therefore has the
// same faults, also when goroutines of one moment run in another order. Seeds run in processes with one
// processor each, where goroutines take turns, and Yield lets the seed choose where they do. What stays random:
// turns that the runtime ends by itself after 10 ms or during a system call, the order of timers of one instant (testing/synctest
// shuffles it), random values of the program (crypto/rand, jitter), and the number of calls of a name that depends
// on them. Digest tells whether two runs were the same. Repeat a replay (-count) when it does not fail at once.
package simulate

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"estate/internal/tests/repository"
)

// Environment variables of Run.
const (
	seedsVariable = "ESTATE_SIMULATE_SEEDS"
	firstVariable = "ESTATE_SIMULATE_FIRST"
	seedVariable  = "ESTATE_SIMULATE_SEED"
	partVariable  = "ESTATE_SIMULATE_PART" // of a process that Run starts: which seeds, as in 0/2
)

// defaultSeeds is the number of seeds without ESTATE_SIMULATE_SEEDS.
const defaultSeeds = 25

// Replay reports that one seed is replayed: the program under test may log.
func Replay() bool { return os.Getenv(seedVariable) != "" }

// Run runs a simulation with ESTATE_SIMULATE_SEEDS seeds from ESTATE_SIMULATE_FIRST on, in one process for each
// processor, or with the one seed of ESTATE_SIMULATE_SEED. It ends at the first seed that fails, and prints how to
// replay it.
func Run(t *testing.T, run func(t *testing.T, faults *Faults)) {
	t.Helper()
	switch part := os.Getenv(partVariable); {
	case Replay():
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		seed := number(t, seedVariable, 0)
		t.Logf("seed %d has the digest %016x", seed, runSeed(t, seed, run))
	case part != "":
		runPart(t, part, run)
	default:
		runProcesses(t)
	}
}

// runProcesses runs this test in processes that share the seeds. Processes with one processor need less time than one
// with several, whose goroutines wait for each other on different processors.
func runProcesses(t *testing.T) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	parts := runtime.GOMAXPROCS(0)
	outputs, failures := make([]bytes.Buffer, parts), make([]error, parts)
	var group sync.WaitGroup
	for part := range parts {
		process := exec.CommandContext(ctx, program, "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=0")
		process.Env = append(os.Environ(), "GOMAXPROCS=1", fmt.Sprintf("%s=%d/%d", partVariable, part, parts))
		process.Stdout, process.Stderr = &outputs[part], &outputs[part]
		alive, err := process.StdinPipe() // it closes when this process ends, however it does
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			defer alive.Close()
			if failures[part] = process.Wait(); failures[part] != nil {
				cancel() // one failure is enough
			}
		})
	}
	group.Wait()
	total := 0
	for part := range parts {
		if failures[part] != nil && strings.Contains(outputs[part].String(), "--- FAIL") {
			t.Errorf("%s", &outputs[part])
		} else if failures[part] != nil {
			t.Errorf("process %d: %v\n%s", part, failures[part], lastBytes(outputs[part].Bytes(), 4000))
		}
		for _, match := range seedCount.FindAllSubmatch(outputs[part].Bytes(), -1) {
			n, _ := strconv.Atoi(string(match[1])) // digits
			total += n
		}
	}
	t.Logf("%d seeds", total)
}

// seedCount finds how many seeds a process has run.
var seedCount = regexp.MustCompile(`process ran (\d+) seeds`)

func lastBytes(text []byte, n int) []byte { return text[max(0, len(text)-n):] }

// runPart runs each parts-th seed in this process, which runProcesses has started.
func runPart(t *testing.T, name string, run func(t *testing.T, faults *Faults)) {
	t.Helper()
	var part, parts uint64
	if _, err := fmt.Sscanf(name, "%d/%d", &part, &parts); err != nil || parts == 0 {
		t.Fatalf("%s=%s: %v", partVariable, name, err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // ends with the process that started this one
		os.Exit(3)
	}()
	first, count := number(t, firstVariable, 0), number(t, seedsVariable, defaultSeeds)
	command := " go test -count=1 -run '^" + t.Name() + "$' ./" + packageFolder(t)
	n, done := part, 0
	defer func() { // also after Fatal
		if t.Failed() {
			t.Logf("replay: %s=%d%s", seedVariable, first+n, command)
		}
		t.Logf("process ran %d seeds", done)
	}()
	for ; n < count; n += parts {
		runSeed(t, first+n, run)
		if t.Failed() {
			return
		}
		done++
	}
}

// runSeed runs a simulation with one seed and returns the digest of its decisions.
func runSeed(t *testing.T, seed uint64, run func(*testing.T, *Faults)) uint64 {
	t.Helper()
	// In memory where there is such a folder: simulations have disk faults of their own.
	parent := "/dev/shm"
	if info, err := os.Stat(parent); err != nil || !info.IsDir() {
		parent = ""
	}
	folder, err := os.MkdirTemp(parent, "estate-simulate-*")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }() // of a temporary folder
	faults := &Faults{Folder: folder, seed: seed, calls: map[string]uint64{}}
	run(t, faults)
	return faults.Digest()
}

func number(t *testing.T, variable string, missing uint64) uint64 {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return missing
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// packageFolder is the folder of the test's package in the repository.
func packageFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(strings.TrimPrefix(folder, repository.Path()+string(filepath.Separator)))
}

// Faults decides what fails in one simulation. It is safe for concurrent use.
type Faults struct {
	// Folder holds the files of the simulation, in memory if possible.
	Folder string

	seed   uint64
	mu     sync.Mutex
	calls  map[string]uint64 // number of decisions by name
	digest uint64
	ended  bool
}

// End ends all faults: from now on Chance is false.
func (f *Faults) End() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
}

// Chance decides a fault, which happens once in n calls of that name.
func (f *Faults) Chance(name string, n int) bool {
	f.mu.Lock()
	ended := f.ended
	f.mu.Unlock()
	return !ended && f.IntN(name, n) == 0
}

// IntN chooses a number from 0 to n-1 for the next call of that name.
func (f *Faults) IntN(name string, n int) int {
	named := fnv.New64a()
	_, _ = io.WriteString(named, name) // never fails
	hash := named.Sum64()
	f.mu.Lock()
	defer f.mu.Unlock()
	call := f.calls[name]
	f.calls[name]++
	chosen := mix(mix(f.seed^hash)+call) % uint64(n)
	f.digest = mix(f.digest ^ hash ^ chosen)
	return int(chosen)
}

// Yield lets other goroutines run, as many turns as the seed chooses.
func (f *Faults) Yield(name string) {
	for range f.IntN(name+" yields", 6) {
		runtime.Gosched()
	}
}

// Digest is a number of all decisions so far, in their order. Runs with equal digests had the same faults in the same order.
func (f *Faults) Digest() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.digest
}

// mix is the finalizer of splitmix64: each bit of the result depends on each bit of x.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
