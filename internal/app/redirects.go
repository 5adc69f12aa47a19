package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/link"
	"estate/internal/redirect"
	"estate/internal/store"
)

// importRedirects takes pairs from a CSV file. A file with a mistake changes nothing.
func ImportRedirects(ctx context.Context, settings config.Settings, file string, replace bool) error {
	in, name, err := openInput(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	pairs, err := redirect.ParseCSV(in)
	if err != nil {
		return fmt.Errorf("%s, nothing was taken:\n%w", name, err)
	}
	st, err := openToWrite(ctx, settings)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // everything is committed by then
	gone, err := putPairs(ctx, st, settings, pairs, replace)
	if err != nil {
		return fmt.Errorf("%s, nothing was taken: %w", name, err)
	}
	fmt.Printf("%s: %d redirects taken, %d removed\n", name, len(pairs), gone)
	return nil
}

// putPairs writes the pairs, if they are sound together with those that stay.
func putPairs(ctx context.Context, st *store.Store, s config.Settings, pairs []redirect.Pair, replace bool) (gone int, err error) {
	stored, err := st.Redirects(ctx)
	if err != nil {
		return 0, err
	}
	named := make(map[string]bool, len(pairs))
	kept := make([]content.RedirectPair, len(pairs))
	for i, pair := range pairs {
		named[link.Normalize(pair.From)] = true
		kept[i] = content.RedirectPair{From: pair.From, To: pair.To, Status: pair.Status}
	}
	all := append([]redirect.Pair(nil), pairs...)
	var leaving []string
	for _, pair := range stored {
		switch {
		case named[link.Normalize(pair.From)]:
		case replace:
			leaving = append(leaving, pair.From)
		default:
			all = append(all, redirect.Pair{From: pair.From, To: pair.To, Status: pair.Status})
		}
	}
	if err := (redirect.Config{Rules: s.LinkRules(), Hosts: s.OwnHosts(), Pairs: all}).Validate(); err != nil {
		return 0, fmt.Errorf("together with the redirects that are there already:\n%w", err)
	}
	return len(leaving), st.Write(ctx, func(b *store.Batch) error {
		return errors.Join(b.DeleteRedirects(leaving...), b.PutRedirects(kept...))
	})
}

// exportRedirects writes all pairs to a CSV file.
func ExportRedirects(ctx context.Context, settings config.Settings, file string) error {
	st, err := openToRead(ctx, settings, nil)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // nothing was written
	stored, err := st.Redirects(ctx)
	if err != nil {
		return err
	}
	pairs := make([]redirect.Pair, len(stored))
	for i, pair := range stored {
		pairs[i] = redirect.Pair{From: pair.From, To: pair.To, Status: pair.Status}
	}
	if err := writeWhole(file, func(out io.Writer) error { return redirect.WriteCSV(out, pairs) }); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %d redirects\n", file, len(pairs))
	return nil
}
