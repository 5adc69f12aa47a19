package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/link"
	"estate/internal/site/redirect"
	"estate/internal/store"
)

// ImportRedirects imports redirects from a CSV file, or stdin for "-". A file with an
// error changes nothing. With replace it deletes the redirects that are not in the file.
func ImportRedirects(ctx context.Context, s config.Settings, file string, replace bool) error {
	in, name, err := openInput(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // read only
	pairs, err := redirect.ParseCSV(in)
	if err != nil {
		return fmt.Errorf("%s, nothing was imported:\n%w", name, err)
	}
	st, err := openStoreToWrite(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	deleted, err := writeRedirects(ctx, st, s, pairs, replace)
	if err != nil {
		return fmt.Errorf("%s, nothing was imported: %w", name, err)
	}
	fmt.Printf("%s: imported %d redirects, deleted %d\n", name, len(pairs), deleted)
	return nil
}

// writeRedirects writes the pairs if they are valid together with the stored ones that
// stay, and returns the number of deleted ones.
func writeRedirects(ctx context.Context, st *store.Store, s config.Settings, pairs []redirect.Pair, replace bool) (deleted int, err error) {
	stored, err := st.Redirects(ctx)
	if err != nil {
		return 0, err
	}
	inFile := make(map[string]bool, len(pairs))
	put := make([]content.RedirectPair, len(pairs))
	for i, pair := range pairs {
		inFile[link.Normalize(pair.From)] = true
		put[i] = content.RedirectPair{From: pair.From, To: pair.To, Status: pair.Status}
	}
	all := append([]redirect.Pair(nil), pairs...)
	var obsolete []string
	for _, pair := range stored {
		switch {
		case inFile[link.Normalize(pair.From)]:
		case replace:
			obsolete = append(obsolete, pair.From)
		default:
			all = append(all, redirect.Pair{From: pair.From, To: pair.To, Status: pair.Status})
		}
	}
	if err := (redirect.Config{Rules: s.LinkRules(), Hosts: s.OwnHosts(), Pairs: all}).Validate(); err != nil {
		return 0, fmt.Errorf("together with the stored redirects:\n%w", err)
	}
	return len(obsolete), st.Write(ctx, func(b *store.Batch) error {
		return errors.Join(b.DeleteRedirects(obsolete...), b.PutRedirects(put...))
	})
}

// ExportRedirects writes all redirects to a CSV file, or to stdout for "-".
func ExportRedirects(ctx context.Context, s config.Settings, file string) error {
	st, err := openStoreToRead(ctx, s, nil)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // read only
	stored, err := st.Redirects(ctx)
	if err != nil {
		return err
	}
	pairs := redirectPairs(stored)
	if err := writeAtomically(file, func(out io.Writer) error { return redirect.WriteCSV(out, pairs) }); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %d redirects\n", file, len(pairs))
	return nil
}

// redirectPairs converts stored redirects into those of package redirect.
func redirectPairs(stored []content.RedirectPair) []redirect.Pair {
	pairs := make([]redirect.Pair, len(stored))
	for i, pair := range stored {
		pairs[i] = redirect.Pair{From: pair.From, To: pair.To, Status: pair.Status}
	}
	return pairs
}
