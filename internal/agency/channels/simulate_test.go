package channels_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/tests/simulate"
)

// plainKind is a format whose file is its items.
type plainKind struct{}

func (plainKind) Encode(*channels.Listing) ([]byte, []channels.Reason) { return nil, nil }
func (plainKind) Type() string                                         { return "text/plain" }
func (plainKind) TakesOnAsk() bool                                     { return true }
func (plainKind) Takes(string) *channels.Reason                        { return nil }
func (plainKind) Ending() string                                       { return ".txt" }

func (plainKind) Write(w io.Writer, items []channels.Item, _ time.Time) error {
	for _, item := range items {
		if _, err := w.Write(item.Body); err != nil {
			return err
		}
	}
	return nil
}

// TestSimulateChannelFiles publishes files on a disk that fails and loses its power by a seed. From the
// first published file on the channel always has a complete one, plain and compressed, that is
// not older than the last one whose publication returned without an error.
func TestSimulateChannelFiles(t *testing.T) {
	simulate.Run(t, func(t *testing.T, faults *simulate.Faults) {
		disk := simulate.NewDisk(faults, "disk")
		cfg := channels.Config{Name: "portal", Kind: plainKind{}, Disk: disk, MaxDrop: new(100)}
		open := func() *channels.Publisher {
			p, err := channels.Open(faults.Folder, cfg)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		p := open()
		versions := map[string]int{}
		acknowledged := -1
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for version := range 15 {
			now = now.Add(time.Hour)
			kept := version - faults.IntN("an equal file", 2) // as often as not the content does not change
			plan := &channels.Plan{}
			for id := range 20 {
				body := fmt.Appendf(nil, "item %d of version %d %s\n", id, kept, bytes.Repeat([]byte("x"), 40*(kept%7+1)))
				plan.Items = append(plan.Items, channels.Item{ID: id + 1, Body: body})
			}
			var text bytes.Buffer
			_ = plainKind{}.Write(&text, plan.Items, now) // to a buffer
			versions[text.String()] = kept
			err := p.Publish(context.Background(), plan, now, "https://www.example.test/x")
			if err == nil {
				acknowledged = kept
			}
			switch {
			case disk.Off() || faults.IntN("power cut between", 6) == 0:
				if err := disk.PowerCut(); err != nil {
					t.Fatal(err)
				}
				p = open()
			case err != nil && !errors.Is(err, simulate.ErrDisk):
				t.Fatal(err)
			case faults.IntN("restart", 6) == 0:
				p = open()
			}
			found, err := readChannel(p)
			if err != nil {
				t.Fatalf("version %d: %v", version, err)
			}
			has, known := versions[found]
			if found == "" && acknowledged < 0 {
				continue
			}
			if !known || has < acknowledged {
				t.Fatalf("version %d: the file has version %d (%v), but %d was published", version, has, known, acknowledged)
			}
		}
	})
}

// readChannel returns the current file, "" before the first. The compressed file must be equal.
func readChannel(p *channels.Publisher) (string, error) {
	file, ok := p.File()
	if !ok {
		return "", nil
	}
	plain, err := os.ReadFile(file.Path)
	if err != nil {
		return "", err
	}
	compressed, err := os.ReadFile(file.Compressed)
	if err != nil {
		return "", err
	}
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return "", fmt.Errorf("%s: %w", filepath.Base(file.Compressed), err)
	}
	if same, err := io.ReadAll(reader); err != nil || !bytes.Equal(same, plain) {
		return "", fmt.Errorf("%s differs (%w)", filepath.Base(file.Compressed), err)
	}
	return string(plain), nil
}
