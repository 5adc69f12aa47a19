package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"estate/internal/tests/program"
)

// feedListings is the number of listings of the feed, and of properties of the channels.
const feedListings = 10_000

// feedsAndChannels measures a Kyero file until its properties are found by a search, the comparison of
// the same file, and the files of all channels.
func (o options) feedsAndChannels(ctx context.Context, r report) error {
	var imported, compared, memory series
	for range max(1, min(o.rounds, 3)) {
		took, again, peak, err := o.feed(ctx)
		if err != nil {
			return err
		}
		imported, compared, memory = append(imported, took.Seconds()), append(compared, again.Seconds()), append(memory, peak)
	}
	r.add(fmt.Sprintf("a Kyero file of %d properties until a search finds the last one", feedListings),
		fmt.Sprintf("%.1f s (%s)", imported.median(), imported.spread("%.1f")), "without pictures", "≤ 60 s")
	r.add(fmt.Sprintf("`estate feeds run --full`, %d unchanged properties", feedListings),
		fmt.Sprintf("%.1f s (%s)", compared.median(), compared.spread("%.1f")), fmt.Sprintf("the process had %.0f MB", memory.median()), "≤ 3 s")
	return o.channelFiles(ctx, r)
}

// feed imports a file by a running site, and compares it by a command.
func (o options) feed(ctx context.Context) (imported, compared time.Duration, peakMB float64, err error) {
	folder, err := os.MkdirTemp(o.folder, "feed-")
	if err != nil {
		return 0, 0, 0, err
	}
	data, file := filepath.Join(folder, "data"), filepath.Join(folder, "feed.xml")
	config, err := writeConfig(folder, fmt.Sprintf("[[feeds]]\nname = \"crm\"\nkind = \"kyero\"\naddress = %q\nno_pictures = true\n", file))
	if err != nil {
		return 0, 0, 0, err
	}
	if err := os.WriteFile(file, kyeroFile(), 0o600); err != nil {
		return 0, 0, 0, err
	}
	begin := time.Now()
	site, err := o.startConfigured(ctx, data, config)
	if err != nil {
		return 0, 0, 0, err
	}
	last := fmt.Sprintf("%s/properties/?search_reference=BN-%d", site.Address, feedListings-1)
	err = site.Await(ctx, 5*time.Minute, "the search finds the last property", func() bool {
		_, body, err := program.Get(ctx, last)
		return err == nil && bytes.Contains(body, fmt.Appendf(nil, "-bn-%d/", feedListings-1))
	})
	imported = time.Since(begin)
	site.Stop()
	if err != nil {
		return 0, 0, 0, err
	}
	begin = time.Now()
	command := exec.CommandContext(ctx, o.program, "feeds", "run", "crm", "--full", "--config", config, "--data", data)
	out, err := command.CombinedOutput()
	if err != nil {
		return 0, 0, 0, fmt.Errorf("compare a feed: %w: %s", err, out)
	}
	if want := fmt.Appendf(nil, "unchanged: %d,", feedListings); !bytes.Contains(out, want) {
		return 0, 0, 0, fmt.Errorf("compare a feed: want %q in: %s", want, out)
	}
	if used, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peakMB = float64(used.Maxrss) / 1024
	}
	return imported, time.Since(begin), peakMB, nil
}

// channelFiles measures the files of two channels with the properties of a generated stock.
func (o options) channelFiles(ctx context.Context, r report) error {
	data := filepath.Join(o.folder, "channels")
	if err := o.fill(ctx, data, feedListings); err != nil {
		return err
	}
	config, err := writeConfig(o.folder, "[[channels]]\nname = \"kyero\"\nkind = \"kyero\"\n[[channels]]\nname = \"idealista\"\n"+
		"kind = \"idealista\"\ncustomer = \"ilcabcdefghij0123456789abcdefghij0123456789\"\n")
	if err != nil {
		return err
	}
	site, err := o.startConfigured(ctx, data, config)
	if err != nil {
		return err
	}
	defer site.Stop()
	begin := time.Now()
	err = site.Await(ctx, 5*time.Minute, "the files of the channels", func() bool {
		for _, name := range []string{"kyero", "idealista"} {
			if _, err := os.Stat(filepath.Join(data, "channels", name, "current.json")); err != nil {
				return false
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	r.add(fmt.Sprintf("files of two channels, %d properties", feedListings), fmt.Sprintf("%.1f s", time.Since(begin).Seconds()),
		"after the start", "≤ 10 s")
	return nil
}

func writeConfig(folder, text string) (string, error) {
	file := filepath.Join(folder, "estate.toml")
	return file, os.WriteFile(file, []byte(text), 0o600)
}

func (o options) startConfigured(ctx context.Context, data, config string) (*program.Program, error) {
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{
		Path: o.program, Args: []string{"serve", "--addr", addr, "--data", data, "--node", o.node, "--config", config}, Addr: addr,
		Ready: "/readyz",
	})
}

// kyeroFile is a Kyero file with feedListings properties.
func kyeroFile() []byte {
	var b bytes.Buffer
	b.WriteString("<root>\n<kyero><feed_version>3</feed_version></kyero>\n")
	for n := range feedListings {
		fmt.Fprintf(&b, "<property><id>%d</id><date>2026-03-01 10:00:00</date><ref>BN-%d</ref><price>%d</price><price_freq>sale</price_freq>"+
			"<type>Villa</type><town>Benahavis</town><province>Malaga</province>"+
			"<location><latitude>%.5f</latitude><longitude>%.5f</longitude></location><beds>%d</beds><baths>3</baths><surface_area>"+
			"<built>%d</built></surface_area>"+
			"<desc><en>A villa with views of the sea and a large garden, number %d.</en>"+
			"<es>Una villa con vistas al mar y un gran jardín, número %d.</es></desc><features><feature>Sea views</feature>"+
			"<feature>Pool</feature></features></property>\n",
			n, n, 300_000+n*100, 36.4+float64(n%100)/500, -5.1+float64(n/100)/500, 2+n%6, 100+n%700, n, n)
	}
	b.WriteString("</root>\n")
	return b.Bytes()
}
