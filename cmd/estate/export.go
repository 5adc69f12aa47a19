package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"

	"estate/internal/store"
)

// exportCommand writes everything the store holds into one file.
type exportCommand struct {
	flags
	File   string `arg:"" help:"File to write: .tar.zst or .tar with pictures, .jsonl without; - is stdout."`
	Format string `help:"Form of the export, where the name does not tell it: tar.zst, tar or jsonl." placeholder:"FORM"`
}

// Run is called by kong.
func (c *exportCommand) Run(ctx context.Context) error {
	settings, err := c.load("", "")
	if err != nil {
		return err
	}
	format, err := c.format()
	if err != nil {
		return err
	}
	st, err := openToRead(ctx, settings, nil)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // nothing was written
	var progress ticker
	written := &counter{tell: func(bytes int64) { progress.tell("exported %s", size(bytes)) }}
	err = writeWhole(c.File, func(out io.Writer) error {
		written.to = out
		return st.Export(ctx, written, store.ExportOptions{Format: format, Media: mediaOf(settings)})
	})
	progress.done()
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	fmt.Fprintf(os.Stderr, "%s: %s%s\n", c.File, size(written.bytes), lacksPictures(format))
	return nil
}

func (c *exportCommand) format() (store.Format, error) {
	switch format := store.Format(c.Format); {
	case format == store.FormatLines, format == store.FormatTar, format == store.FormatZstd:
		return format, nil
	case format != "":
		return "", fmt.Errorf("--format is %q; use %s, %s or %s", format, store.FormatZstd, store.FormatTar, store.FormatLines)
	case c.File == standardStream:
		return store.FormatZstd, nil
	}
	return store.FormatOf(c.File)
}

func lacksPictures(format store.Format) string {
	if format == store.FormatLines {
		return ", content without pictures"
	}
	return ""
}

// mediaOf are the originals of pictures, nil where the site has none.
func mediaOf(s settings) fs.FS {
	if info, err := os.Stat(s.originals()); err != nil || !info.IsDir() {
		return nil
	}
	return os.DirFS(s.originals())
}
