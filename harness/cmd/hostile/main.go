// Command hostile measures what a visitor notices while one client, or some hundred that work together, attack the built
// program: the p50 and p99 of a cached page and the p99 of uncached ones, beside the quiet value of the cached
// page in the same run, and the p99 of a floor under the same attack: a minimal handler of net/http in a process of its own,
// which nobody attacks and which shares the processors. All load goes to loopback; a header names the attacker, as a proxy would.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"estate/harness/baseline"
	"estate/harness/command"
	"estate/internal/tests/program"
	"estate/internal/tests/smtptest"
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
	floor := flag.String(baseline.Flag, "", "internal: serve the bytes of this file at the address of the argument")
	flag.Parse()
	run := o.run
	if *floor != "" {
		run = func(ctx context.Context) error { return baseline.Serve(ctx, *floor, flag.Arg(0)) }
	}
	command.Main("hostile", run, nil)
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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mails := smtptest.Start(listener)
	defer mails.Close()
	settings := filepath.Join(folder, "estate.toml")
	text := fmt.Appendf(nil, "[smtp]\nhost = '127.0.0.1'\nport = %d\ntls = 'none'\nfrom = 'web@example.com'\nto = ['office@example.com']\n",
		mails.Port())
	if err := os.WriteFile(settings, text, 0o600); err != nil {
		return err
	}
	// Without a user there is no studio to attack.
	add := exec.CommandContext(ctx, o.program, "user", "add", owner, "--role", "owner", "--config", settings, "--data", data)
	if out, err := add.CombinedOutput(); err != nil {
		return fmt.Errorf("add a user: %w: %s", err, out)
	}
	site, err := program.Start(ctx, program.Command{
		Path: o.program, Args: []string{"serve", "--config", settings, "--addr", addr, "--data", data}, Addr: addr, Ready: "/readyz",
	})
	if err != nil {
		return err
	}
	defer site.Stop()
	floor, err := baseline.Start(ctx, folder, make([]byte, pageBytes))
	if err != nil {
		return err
	}
	defer floor.Stop()
	return o.measureAll(ctx, &target{site: site, floor: floor, mails: mails})
}

// pageBytes are the bytes of a page of the floor, as many as those of a packed page of results.
const pageBytes = 14_000

// Goals of a cached page under attack.
const (
	maxRatio   = 3                     // of the quiet p99
	minNoticed = 10 * time.Millisecond // nobody notices less
	maxP50     = 5 * time.Millisecond
)

func (o options) measureAll(ctx context.Context, t *target) error {
	chosen := slices.DeleteFunc(slices.Clone(attacks), func(a attack) bool { return !strings.Contains(a.name, o.attack) })
	if len(chosen) == 0 {
		return fmt.Errorf("no attack has %q in its name; without -attack all run", o.attack)
	}
	if _, err := visit(ctx, t.site.Address, time.Second); err != nil { // fills the caches
		return err
	}
	fmt.Println("| attack | requests a second, refused | p50 of a cached page | p99 | quiet p99 | ratio | p99 of the floor | " +
		"p99 of uncached pages | quiet | " +
		"proof |\n|---|---|---|---|---|---|---|---|---|---|")
	failed := false
	for _, attack := range chosen {
		quiet, err := visit(ctx, t.site.Address, o.duration/2)
		if err != nil {
			return err
		}
		during, load, proof, err := o.visitDuring(ctx, t, attack)
		if errors.Is(err, errForms) {
			failed = true
		} else if err != nil {
			return fmt.Errorf("%s: %w", attack.name, err)
		}
		ratio := float64(during.cached) / float64(quiet.cached)
		verdict := ""
		if during.cached > minNoticed && ratio > maxRatio || during.cachedP50 > maxP50 {
			failed, verdict = true, " (too slow)"
		}
		const unit = 10 * time.Microsecond
		fmt.Printf("| %s | %.0f, %.0f %% | %s | %s | %s | %.1f%s | %s | %s | %s | %s |\n", attack.name,
			load.perSecond(o.duration), load.refusedPercent(), during.cachedP50.Round(unit), during.cached.Round(unit),
			quiet.cached.Round(unit), ratio, verdict, during.floor.Round(unit), during.uncached.Round(unit), quiet.uncached.Round(unit), proof)
	}
	if failed {
		return errGoal
	}
	return nil
}

// visitDuring measures visits while an attack runs.
func (o options) visitDuring(ctx context.Context, t *target, a attack) (times percentiles, l *load, proof string, err error) {
	attacking, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	var notProven error
	running.Go(func() { l = a.run(attacking, t.site.Address) })
	if a.proof != nil {
		running.Go(func() { proof, notProven = a.proof(attacking, t) })
	}
	var floor time.Duration
	var floorErr error
	running.Go(func() { _, floor, floorErr = visitCached(ctx, t.floor.Address, o.duration) })
	times, err = visit(ctx, t.site.Address, o.duration)
	stop()
	running.Wait()
	times.floor = floor
	if err := errors.Join(err, floorErr); err != nil {
		return times, l, proof, err
	}
	return times, l, proof, notProven
}
