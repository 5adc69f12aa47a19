// Command hostile measures what a visitor notices while one client attacks the built
// program: the p99 of a cached page and of uncached ones, beside the quiet value of the cached
// page in the same run. All load goes to loopback; a header names the attacker, as a proxy would.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/harness/command"
	"estate/internal/tests/program"
)

// options are the flags.
type options struct {
	program    string
	properties int           // of the store
	duration   time.Duration // of one attack
	attack     string        // part of the names of the attacks to run
}

// errGoal is the error of a run in which an attack is too expensive. The table shows it.
var errGoal = errors.New("an attack slows visitors down beyond the goal")

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/estate", "the built program")
	flag.IntVar(&o.properties, "properties", 100_000, "generated properties in the store")
	flag.DurationVar(&o.duration, "duration", 5*time.Second, "length of one attack")
	flag.StringVar(&o.attack, "attack", "", "run only attacks with this text in their name")
	flag.Parse()
	command.Main("hostile", o.run, nil)
}

// run starts a site and measures every attack in turn.
func (o options) run(ctx context.Context) (err error) {
	folder, err := os.MkdirTemp("", "estate-hostile-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	data := filepath.Join(folder, "data")
	fill := exec.CommandContext(ctx, o.program, "demo", "--data", data, "--properties", strconv.Itoa(o.properties))
	if out, err := fill.CombinedOutput(); err != nil {
		return fmt.Errorf("fill a store: %w: %s", err, out)
	}
	addr, err := program.FreeAddr()
	if err != nil {
		return err
	}
	site, err := program.Start(ctx, program.Command{
		Path: o.program, Args: []string{"serve", "--addr", addr, "--data", data}, Addr: addr, Ready: "/readyz",
	})
	if err != nil {
		return err
	}
	defer site.Stop()
	return o.measureAll(ctx, site)
}

// Goals of a cached page under attack.
const (
	maxRatio   = 3                     // of the quiet p99
	minNoticed = 10 * time.Millisecond // nobody notices less
)

func (o options) measureAll(ctx context.Context, site *program.Program) error {
	chosen := slices.DeleteFunc(slices.Clone(attacks), func(a attack) bool { return !strings.Contains(a.name, o.attack) })
	if len(chosen) == 0 {
		return fmt.Errorf("no attack has %q in its name; without -attack all run", o.attack)
	}
	if _, err := visit(ctx, site.Address, time.Second); err != nil { // fills the caches
		return err
	}
	fmt.Println("| attack | requests a second, refused | p99 of a cached page | quiet | ratio | p99 of uncached pages | quiet |\n" +
		"|---|---|---|---|---|---|---|")
	failed := false
	for _, attack := range chosen {
		quiet, err := visit(ctx, site.Address, o.duration/2)
		if err != nil {
			return err
		}
		during, load, err := o.visitDuring(ctx, site.Address, attack)
		if err != nil {
			return fmt.Errorf("%s: %w", attack.name, err)
		}
		ratio := float64(during.cached) / float64(quiet.cached)
		verdict := ""
		if ratio > maxRatio && during.cached > minNoticed {
			failed, verdict = true, " (too slow)"
		}
		const unit = 10 * time.Microsecond
		fmt.Printf("| %s | %.0f, %.0f %% | %s | %s | %.1f%s | %s | %s |\n", attack.name, load.perSecond(o.duration), load.refusedPercent(),
			during.cached.Round(unit), quiet.cached.Round(unit), ratio, verdict, during.uncached.Round(unit), quiet.uncached.Round(unit))
	}
	if failed {
		return errGoal
	}
	return nil
}

// visitDuring measures visits while an attack runs.
func (o options) visitDuring(ctx context.Context, address string, a attack) (p99s p99, l *load, err error) {
	attacking, stop := context.WithCancel(ctx)
	ended := make(chan *load, 1)
	go func() { ended <- a.run(attacking, address) }()
	p99s, err = visit(ctx, address, o.duration)
	stop()
	return p99s, <-ended, err
}
