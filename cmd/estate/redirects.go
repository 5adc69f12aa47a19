package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"estate/internal/content"
	"estate/internal/link"
	"estate/internal/redirect"
	"estate/internal/store"
)

// redirectsCommand keeps the table of old links in a file that a spreadsheet reads.
type redirectsCommand struct {
	Import redirectsImport `cmd:"" help:"Take old-to-new pairs from a CSV file: from,to[,status]."`
	Export redirectsExport `cmd:"" help:"Write all pairs to a CSV file."`
}

type redirectsImport struct {
	flags
	File    string `arg:"" help:"CSV file with lines from,to[,status]; - is stdin."`
	Replace bool   `help:"Remove the pairs that the file does not have."`
}

type redirectsExport struct {
	flags
	File string `arg:"" help:"CSV file to write; - is stdout."`
}

// Run is called by kong. A file with a mistake changes nothing.
func (c *redirectsImport) Run(ctx context.Context) error {
	settings, err := c.load("", "")
	if err != nil {
		return err
	}
	in, name, err := openInput(c.File)
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
	gone, err := putPairs(ctx, st, settings, pairs, c.Replace)
	if err != nil {
		return fmt.Errorf("%s, nothing was taken: %w", name, err)
	}
	fmt.Printf("%s: %d redirects taken, %d removed\n", name, len(pairs), gone)
	return nil
}

// putPairs writes the pairs, if they are sound together with those that stay.
func putPairs(ctx context.Context, st *store.Store, s settings, pairs []redirect.Pair, replace bool) (gone int, err error) {
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
	if err := (redirect.Config{Rules: s.rules(), Hosts: s.ownHosts(), Pairs: all}).Validate(); err != nil {
		return 0, fmt.Errorf("together with the redirects that are there already:\n%w", err)
	}
	return len(leaving), st.Write(ctx, func(b *store.Batch) error {
		return errors.Join(b.DeleteRedirects(leaving...), b.PutRedirects(kept...))
	})
}

// Run is called by kong.
func (c *redirectsExport) Run(ctx context.Context) error {
	settings, err := c.load("", "")
	if err != nil {
		return err
	}
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
	if err := writeWhole(c.File, func(out io.Writer) error { return redirect.WriteCSV(out, pairs) }); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %d redirects\n", c.File, len(pairs))
	return nil
}
