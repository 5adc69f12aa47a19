// Package simulate runs simulations: tests in simulated time (testing/synctest) in which a
// seed decides what fails.
//
// Each fault is decided by the seed, the name of the call and how many calls of that name
// came before, and not by a generator that all goroutines share. A replay therefore has the
// same faults, also when goroutines of one moment run in another order. What stays random:
// that order itself, random values of the program (crypto/rand), and the number of calls of a name that
// depends on them. Repeat a replay (-count) when it does not fail at once.
package simulate

import (
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/tests/repository"
)

// Environment variables of Run.
const (
	seedsVariable = "ESTATE_SIMULATE_SEEDS"
	firstVariable = "ESTATE_SIMULATE_FIRST"
	seedVariable  = "ESTATE_SIMULATE_SEED"
)

// defaultTime is how long seeds run without a number of seeds.
const defaultTime = 2 * time.Second

// Replay reports that one seed is replayed: the program under test may log.
func Replay() bool { return os.Getenv(seedVariable) != "" }

// Run runs a simulation with ESTATE_SIMULATE_SEEDS seeds from ESTATE_SIMULATE_FIRST on, as
// many at once as there are processors, or with the one seed of ESTATE_SIMULATE_SEED. Without
// these it runs seeds for two seconds. It ends at the first seed that fails, and prints how to replay it.
func Run(t *testing.T, run func(t *testing.T, faults *Faults)) {
	t.Helper()
	if Replay() {
		runSeed(t, number(t, seedVariable, 0), run)
		return
	}
	first, count := number(t, firstVariable, 0), number(t, seedsVariable, 1<<62)
	limited, deadline := os.Getenv(seedsVariable) == "", time.Now().Add(defaultTime)
	var next, done atomic.Uint64
	var failed atomic.Bool
	command := " go test -count=1 -run '^" + t.Name() + "$' ./" + packageFolder(t)
	t.Run("seeds", func(t *testing.T) {
		for worker := range runtime.GOMAXPROCS(0) {
			t.Run(strconv.Itoa(worker), func(t *testing.T) {
				t.Parallel()
				var seed uint64
				defer func() { // also after Fatal
					if t.Failed() {
						failed.Store(true)
						t.Logf("replay: %s=%d%s", seedVariable, seed, command)
					}
				}()
				for !t.Failed() && !failed.Load() && (!limited || time.Now().Before(deadline)) {
					n := next.Add(1) - 1
					if n >= count {
						return
					}
					seed = first + n
					runSeed(t, seed, run)
					done.Add(1)
				}
			})
		}
	})
	t.Logf("%d seeds", done.Load())
}

func runSeed(t *testing.T, seed uint64, run func(*testing.T, *Faults)) {
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
	run(t, &Faults{Folder: folder, seed: seed, calls: map[string]uint64{}})
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

	seed  uint64
	mu    sync.Mutex
	calls map[string]uint64 // number of decisions by name
	ended bool
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
	f.mu.Lock()
	call := f.calls[name]
	f.calls[name]++
	f.mu.Unlock()
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(name)) // never fails
	return int(mix(mix(f.seed^hash.Sum64())+call) % uint64(n))
}

// mix is the finalizer of splitmix64: each bit of the result depends on each bit of x.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
