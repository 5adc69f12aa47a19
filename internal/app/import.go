package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"estate/internal/config"
	"estate/internal/contentfile"
)

// errNotAllTaken ends an import that left something out; what it was is told before.
var errNotAllTaken = errors.New("some of it was not taken; correct the lines named above and import the file again")

// importFile takes an export into the store. A strict import takes nothing when a line is wrong.
func Import(ctx context.Context, settings config.Settings, file string, strict bool) error {
	in, name, err := openInput(file)
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
	report, err := contentfile.Import(ctx, st, in, contentfile.ImportOptions{
		Name: name, Strict: strict, MediaDir: settings.OriginalsDir(),
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
