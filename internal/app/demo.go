package app

import (
	"context"
	"fmt"
	"iter"
	"os"
	"time"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/demo"
	"estate/internal/store"
)

const (
	mostGenerated  = 1_000_000
	generatedBatch = 5000 // homes written in one transaction
)

// fillWithDemo fills a store with the demo agency and n generated homes. Equal seeds give equal homes.
func FillDemo(ctx context.Context, settings config.Settings, n int, homeSeed uint64) error {
	if n < 0 || n > mostGenerated {
		return fmt.Errorf("--properties is %d; name 0 to %d", n, mostGenerated)
	}
	st, err := openToWrite(ctx, settings)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // everything is committed by then
	empty, err := st.IsEmpty(ctx)
	if err != nil {
		return err
	}
	if empty {
		if err := seed(ctx, st, settings.OriginalsDir()); err != nil {
			return err
		}
	}
	start := time.Now()
	if err := writeHomes(ctx, st, n, homeSeed); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr)
	return reportStore(st.Name(), n, time.Since(start))
}

// writeHomes streams generated homes into the store, a batch at a time.
func writeHomes(ctx context.Context, st *store.Store, n int, seed uint64) error {
	next, stop := iter.Pull(demo.Generate(n, seed))
	defer stop()
	for written := 0; written < n; {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("stopped after %d homes: %w", written, err)
		}
		err := st.Write(ctx, func(b *store.Batch) error {
			for range generatedBatch {
				home, ok := next()
				if !ok {
					return nil
				}
				if err := b.Put(content.Entity(home)); err != nil {
					return err
				}
				written++
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("write generated homes: %w", err)
		}
		progress(written, n)
	}
	return nil
}

// progress draws a bar on the terminal's last line.
func progress(done, all int) {
	const width = 40
	filled := width * done / max(all, 1)
	bar := make([]byte, width)
	for i := range bar {
		bar[i] = '-'
		if i < filled {
			bar[i] = '#'
		}
	}
	fmt.Fprintf(os.Stderr, "\r[%s] %d of %d homes", bar, done, all)
}

func reportStore(name string, n int, took time.Duration) error {
	fmt.Printf("%d homes in %s; %s", n, took.Round(time.Millisecond), name)
	if info, err := os.Stat(name); err == nil { // a server does not tell its size
		fmt.Printf(" has %d MB", info.Size()>>20)
	}
	_, err := fmt.Println()
	return err
}
