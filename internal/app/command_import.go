package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"estate/internal/app/config"
	"estate/internal/store/contentfile"
)

// errIncomplete is the result of a partial import. What was skipped is printed before.
var errIncomplete = errors.New("the import is incomplete; correct the problems listed above and import again")

// Import imports a file of estate export, or stdin for "-". With strict it imports
// nothing if a line has an error.
func Import(ctx context.Context, s config.Settings, file string, strict bool) error {
	in, name, err := openInput(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // read only
	st, err := openStoreToWrite(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	var progress progressLine
	report, err := contentfile.Import(ctx, st, in, contentfile.ImportOptions{
		Name: name, Strict: strict, MediaDir: s.OriginalsDir(),
		Progress: func(lines int) { progress.printf("imported %d lines", lines) },
	})
	progress.clear()
	for _, problem := range report.Problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	if report.More > 0 {
		fmt.Fprintf(os.Stderr, "and %d further problems\n", report.More)
	}
	fmt.Printf("%s: imported %d of %d lines and %d pictures\n", name, report.Imported, report.Lines, report.Media)
	switch {
	case err != nil:
		return fmt.Errorf("import: %w", err)
	case len(report.Problems) > 0 || report.Imported < report.Lines:
		return errIncomplete
	}
	return nil
}

// openInput opens a file, or stdin for "-", and returns its name for messages.
func openInput(file string) (in io.ReadCloser, name string, err error) {
	if file == stdStream {
		return io.NopCloser(os.Stdin), "stdin", nil
	}
	in, err = os.Open(file)
	return in, file, err
}
