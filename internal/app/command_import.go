package app

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"estate/internal/app/config"
	"estate/internal/cms/wxr"
	"estate/internal/platform/privilege"
	"estate/internal/store/contentfile"
)

// errIncomplete is the result of a partial import. What was skipped is printed before.
var errIncomplete = errors.New("the import is incomplete; correct the problems listed above and import again")

// ImportOptions are the choices of an import.
type ImportOptions struct {
	Strict  bool // import nothing if a line has an error
	Replace bool // remove what a record has and its line does not name
	DryRun  bool // print what would change, and change nothing
}

// wxrStart is the number of bytes in which an export file of WordPress names itself.
const wxrStart = 16 << 10

// Import imports a file of estate export or of WordPress, or stdin for "-".
func Import(ctx context.Context, s config.Settings, file string, options ImportOptions) error {
	in, name, err := openInput(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // read only
	start := bufio.NewReaderSize(in, wxrStart)
	if peeked, _ := start.Peek(wxrStart); wxr.Is(peeked) { // a shorter file has less
		return importWXR(ctx, s, start, name, options)
	}
	st, err := openStoreToWrite(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	var progress progressLine
	var changed func(string, []contentfile.FieldChange)
	if options.DryRun {
		changed = func(what string, changes []contentfile.FieldChange) { printChanges(os.Stdout, what, changes) }
	}
	report, err := contentfile.Import(ctx, st, start, contentfile.ImportOptions{
		Name: name, Strict: options.Strict, Replace: options.Replace, DryRun: options.DryRun, Changed: changed, MediaDir: s.OriginalsDir(),
		Progress: func(lines int) { progress.printf("imported %d lines", lines) },
	})
	progress.clear()
	for _, problem := range report.Problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	if report.More > 0 {
		fmt.Fprintf(os.Stderr, "and %d further problems\n", report.More)
	}
	if options.DryRun {
		fmt.Printf("%s: %d of %d lines can be imported; nothing is changed\n", name, report.Imported, report.Lines)
	} else {
		fmt.Printf("%s: imported %d of %d lines and %d pictures; `estate undo` brings back what was there\n", name, report.Imported, report.Lines,
			report.Media)
	}
	switch {
	case err != nil:
		return fmt.Errorf("import: %w", err)
	case len(report.Problems) > 0 || report.Imported < report.Lines:
		return errIncomplete
	}
	return nil
}

// maxPrinted bounds the letters of a value that a dry run prints.
const maxPrinted = 80

// printChanges prints what a line would change: properties 5: price.amount 500000 → 450000.
func printChanges(out io.Writer, what string, changes []contentfile.FieldChange) {
	for _, c := range changes {
		switch {
		case c.Path == "" && c.From == "":
			fmt.Fprintf(out, "%s: new\n", printable(what))
		case c.Path == "" && c.To == "":
			fmt.Fprintf(out, "%s: deleted\n", printable(what))
		default:
			fmt.Fprintf(out, "%s: %s %s → %s\n", printable(what), printable(c.Path), printedValue(c.From), printedValue(c.To))
		}
	}
}

func printedValue(text string) string {
	if letters := []rune(text); len(letters) > maxPrinted {
		text = string(letters[:maxPrinted]) + "…"
	}
	return printable(cmp.Or(text, "nothing"))
}

// Undo brings back what the last import has replaced, and deletes what it has created.
func Undo(ctx context.Context, s config.Settings) error {
	st, err := openStoreToWrite(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	done, err := st.Undo(ctx)
	if err != nil {
		return fmt.Errorf("undo: %w", err)
	}
	fmt.Printf("the import of %s is undone: %d records are as before, %d that it has created are deleted\n",
		formatTime(done.At), done.Restored, done.Deleted)
	for _, ref := range done.Kept {
		what := strings.TrimSuffix(fmt.Sprintf("%s %d", ref.Type, ref.ID), " 0")
		fmt.Printf("%s stays as it is: it has changed since, or nothing was there before\n", printable(what))
	}
	return nil
}

// openInput opens a file, or stdin for "-", and returns its name for messages.
func openInput(file string) (in io.ReadCloser, name string, err error) {
	if file == stdStream {
		return io.NopCloser(os.Stdin), "stdin", nil
	}
	var opened *os.File
	err = privilege.OrAsStarted(func() (err error) {
		opened, err = os.Open(file)
		return err
	})
	return opened, file, err
}
