package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"estate/internal/tests/program"
)

// Clients of the fairness measurement, named by a header as a proxy would.
const (
	visitorHeader  = "X-Forwarded-For: 198.51.100.1"
	attackerHeader = "X-Forwarded-For: 203.0.113.66"
)

// Pace of the fairness measurement. A connection waits between its requests, so that the visitors do
// not use up a processor: eight of the attacker ask 500 times a second. On Estate ten more wait for
// tokens (maxTokenWait in internal/site/server).
const (
	visitorConnections, visitorPause   = 4, 5 * time.Millisecond
	attackerConnections, attackerPause = 8, 16 * time.Millisecond
	waitingConnections                 = 10
)

const (
	// burstDuration is longer than the attacker needs to use up its first tokens.
	burstDuration = 2 * time.Second
	// fairnessRounds is the number of measurements in a round: a single p99 varies by a fifth.
	fairnessRounds = 3
)

// fairness measures the p99 of a cached page while another client asks for new filters, beside the p99
// before and after, and the one while that client asks another server as often: attacker, server and
// visitor share the processors of this machine.
func (o options) fairness(ctx context.Context, r *report) error {
	site, err := o.startSite(ctx, filepath.Join(o.folder, "demo"))
	if err != nil {
		return err
	}
	defer site.Stop()
	if _, _, err := warm(ctx, site.Address+resultsPage); err != nil {
		return err
	}
	other, err := o.startBaseline(ctx, []byte("Too many requests. Retry in ten seconds.\n"))
	if err != nil {
		return err
	}
	defer other.Stop()
	var quiet, during, ratios, floors series
	for round := range fairnessRounds * o.rounds {
		before, err := o.visitorP99(ctx, site)
		if err != nil {
			return err
		}
		attacked, err := o.attackedP99(ctx, site, site.Address, attackerConnections+waitingConnections, round)
		if err != nil {
			return err
		}
		after, err := o.visitorP99(ctx, site)
		if err != nil {
			return err
		}
		floor, err := o.attackedP99(ctx, site, other.Address, attackerConnections, round)
		if err != nil {
			return err
		}
		calm := (before + after) / 2
		quiet, during = append(quiet, calm), append(during, attacked)
		ratios, floors = append(ratios, attacked/calm), append(floors, floor/calm)
	}
	r.add("cached page while one client asks for 500 new filters a second",
		fmt.Sprintf("p99 %.2f ms (%s)", during.median(), during.spread("%.2f")),
		fmt.Sprintf("p99 without it %.2f ms (%s): **%.2f** of it (%s); while the client asks net/http for a line %.2f (%s)",
			quiet.median(), quiet.spread("%.2f"), ratios.median(), ratios.spread("%.2f"), floors.median(), floors.spread("%.2f")),
		"≤ 1.1 of the quiet p99")
	return nil
}

// attackedP99 is visitorP99 while the attacker asks the server at target over so many connections.
func (o options) attackedP99(ctx context.Context, site *program.Program, target string, connections, round int) (float64, error) {
	script, err := o.pacedScript("attacker.lua", attackerPause, fmt.Sprintf("'%s?%s=' .. %d + n", resultsPage, newQuery, firstPrice(round)))
	if err != nil {
		return 0, err
	}
	attacking, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		_, err := wrk(attacking, burstDuration+o.duration+time.Second, connections, script, target, "Accept-Encoding: gzip", attackerHeader)
		ended <- err
	}()
	time.Sleep(burstDuration)
	p99, err := o.visitorP99(ctx, site)
	if err != nil {
		stop()
	}
	return p99, errors.Join(err, <-ended)
}

// visitorP99 is the p99 of the cached page in ms for a visitor.
func (o options) visitorP99(ctx context.Context, site *program.Program) (float64, error) {
	script, err := o.pacedScript("visitor.lua", visitorPause, "'"+resultsPage+"'")
	if err != nil {
		return 0, err
	}
	l, err := wrk(ctx, o.duration, visitorConnections, script, site.Address, "Accept-Encoding: br", visitorHeader)
	if err == nil && l.failed {
		err = errors.New("a visitor's request failed")
	}
	return float64(l.p99.Microseconds()) / 1000, err
}

// pacedScript writes a script of wrk whose connections pause before each request. path is a Lua expression; n
// counts the requests.
func (o options) pacedScript(name string, pause time.Duration, path string) (file string, err error) {
	file = filepath.Join(o.folder, name)
	text := fmt.Sprintf("n = 0\nfunction delay() return %d end\nfunction request()\n  n = n + 1\n  return wrk.format('GET', %s)\nend\n", pause.Milliseconds(), path)
	return file, os.WriteFile(file, []byte(text), 0o600)
}
