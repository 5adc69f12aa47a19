package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"estate/internal/store"
)

// importCommand takes an export, or a whole WordPress, into the store.
type importCommand struct {
	flags
	File   string `arg:"" help:"Export to read, in any of its forms; - is stdin. Or the address of a WordPress to leave for good."`
	Strict bool   `help:"Take nothing at all when anything is wrong with it."`
}

// errNotAllTaken ends an import that left something out; what it was is told before.
var errNotAllTaken = errors.New("some of it was not taken; correct the lines named above and import the file again")

// Run is called by kong.
func (c *importCommand) Run(ctx context.Context) error {
	if isSite(c.File) {
		return c.runSite(ctx)
	}
	settings, err := c.load("", "")
	if err != nil {
		return err
	}
	in, name, err := openInput(c.File)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	st, err := openToWrite(ctx, settings)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // everything is committed by then
	var progress ticker
	report, err := st.Import(ctx, in, store.ImportOptions{
		Name: name, Strict: c.Strict, MediaDir: settings.originals(),
		Progress: func(lines int) { progress.tell("imported %d lines", lines) },
	})
	progress.done()
	for _, problem := range report.Problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	if report.More > 0 {
		fmt.Fprintf(os.Stderr, "and %d further problems\n", report.More)
	}
	fmt.Printf("%s: %d of %d lines and %d pictures taken\n", name, report.Taken, report.Lines, report.Media)
	switch {
	case err != nil:
		return fmt.Errorf("import: %w", err)
	case len(report.Problems) > 0 || report.Taken < report.Lines:
		return errNotAllTaken
	}
	return nil
}

// openInput opens a file, or stdin, and tells what to call it.
func openInput(file string) (in io.ReadCloser, name string, err error) {
	if file == standardStream {
		return io.NopCloser(os.Stdin), "stdin", nil
	}
	in, err = os.Open(file)
	return in, file, err
}
