package app

import (
	"context"
	"fmt"
	"iter"
	"os"
	"time"

	"estate/internal/agency/demo"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/store"
)

const (
	maxGenerated = 1_000_000
	batchSize    = 5000 // properties written in one transaction
)

// FillDemo writes the demo agency into an empty store, then n generated properties.
// Equal seeds give equal properties.
func FillDemo(ctx context.Context, s config.Settings, n int, propertySeed uint64) error {
	if n < 0 || n > maxGenerated {
		return fmt.Errorf("--properties is %d; it must be 0 to %d", n, maxGenerated)
	}
	st, err := openStoreToWrite(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	empty, err := st.IsEmpty(ctx)
	if err != nil {
		return err
	}
	if empty {
		if err := seed(ctx, st, s.OriginalsDir()); err != nil {
			return err
		}
	}
	start := time.Now()
	if err := writeProperties(ctx, st, n, propertySeed); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr)
	return reportStore(st.Name(), n, time.Since(start))
}

// writeProperties writes generated properties into the store in batches.
func writeProperties(ctx context.Context, st *store.Store, n int, seed uint64) error {
	next, stop := iter.Pull(demo.Generate(n, seed))
	defer stop()
	for written := 0; written < n; {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("stopped after %d properties: %w", written, err)
		}
		err := st.Write(ctx, func(b *store.Batch) error {
			for range batchSize {
				property, ok := next()
				if !ok {
					return nil
				}
				if err := b.Put(content.Entity(property)); err != nil {
					return err
				}
				written++
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("write generated properties: %w", err)
		}
		printProgressBar(written, n)
	}
	return nil
}

// printProgressBar prints a progress bar on the last line of the terminal.
func printProgressBar(done, all int) {
	const width = 40
	filled := width * done / max(all, 1)
	bar := make([]byte, width)
	for i := range bar {
		bar[i] = '-'
		if i < filled {
			bar[i] = '#'
		}
	}
	fmt.Fprintf(os.Stderr, "\r[%s] %d of %d properties", bar, done, all)
}

// reportStore prints the number of properties, the time and the size of the store.
func reportStore(name string, n int, took time.Duration) error {
	fmt.Printf("%d properties in %s; %s", n, took.Round(time.Millisecond), name)
	if info, err := os.Stat(name); err == nil { // only a file has a size
		fmt.Printf(" has %d MB", info.Size()>>20)
	}
	_, err := fmt.Println()
	return err
}
