// Command chaos checks how the site behaves when the agency's WordPress fails. It
// starts a real WordPress and a proxy between it and the built program, sends 200
// requests a second to the site, and lets WordPress crash, hang and answer wrongly. It
// counts failed requests and compares the replica entity by entity.
//
//	bin/chaos -program bin/estate
//
// main.go runs the parts in order. fixture.go starts WordPress, site.go the program,
// proxy.go and faults.go inject faults, modes.go and traffic.go send requests in each mode,
// edits.go and watch.go measure when edits are shown, copy.go measures the first sync,
// equal.go compares. It exits with 1 if a check fails.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"estate/harness/command"
)

// options are the flags.
type options struct {
	program    string
	scripts    string // folder of up.sh, down.sh and load.php
	cmsPort    int
	port       int
	rate       int
	length     time.Duration
	edits      int
	properties int
	posts      int
	only       string
}

// errFailed is the result of a run with failed checks.
var errFailed = errors.New("checks failed, or none was made; see above")

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/estate", "the built program")
	flag.StringVar(&o.scripts, "wordpress", "test/wordpress", "folder of the scripts of the WordPress fixture")
	flag.IntVar(&o.cmsPort, "wordpress-port", 8092, "port of WordPress; the proxy uses the next port")
	flag.IntVar(&o.port, "port", 8094, "port of the site")
	flag.IntVar(&o.rate, "rate", 200, "requests a second")
	flag.DurationVar(&o.length, "length", 3*time.Minute, "duration of the requests for all faults together")
	flag.IntVar(&o.edits, "edits", 200, "number of measured edits, by webhook and by poll")
	flag.IntVar(&o.properties, "properties", 2000, "properties in WordPress")
	flag.IntVar(&o.posts, "posts", 500, "posts in WordPress")
	flag.StringVar(&o.only, "only", "", "run only one part: copy, edits, replica or live")
	flag.Parse()
	command.Main("chaos", o.run, errFailed)
}

// wants reports that a part is selected.
func (o options) wants(part string) bool { return o.only == "" || o.only == part }

func (o options) run(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "estate-chaos-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // a leftover in the temporary folder is harmless
	f := &fixture{options: o, state: folder + "/wp", address: fmt.Sprintf("http://127.0.0.1:%d", o.cmsPort)}
	defer f.down()
	if err := f.up(ctx); err != nil {
		return err
	}
	if err := f.fill(ctx, folder); err != nil {
		return err
	}
	proxy, err := startProxy(o.cmsPort+1, f.address)
	if err != nil {
		return err
	}
	defer proxy.close()
	r := &run{options: o, fixture: f, proxy: proxy, folder: folder, report: &command.Report{}}
	for _, part := range []struct {
		name string
		do   func(context.Context) error
	}{{"copy", r.measureCopy}, {"edits", r.edits}, {"replica", r.replica}, {"live", r.live}} {
		if !o.wants(part.name) {
			continue
		}
		proxy.set(nil)
		if err := part.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	r.report.Print(os.Stdout)
	if r.report.Failed() {
		return errFailed
	}
	return nil
}

// run is the state that the parts share.
type run struct {
	options
	fixture *fixture
	proxy   *proxy
	folder  string
	report  *command.Report
	copyDir string // data folder of a complete replica, "" before the part copy
}
