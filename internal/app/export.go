package app

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"

	"estate/internal/config"
	"estate/internal/contentfile"
)

// export writes everything the store holds into a file. Its form is named, or told by the file's name.
func Export(ctx context.Context, settings config.Settings, file, form string) error {
	format, err := exportFormat(file, form)
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
	err = writeWhole(file, func(out io.Writer) error {
		written.to = out
		return contentfile.Export(ctx, st, written, contentfile.ExportOptions{Format: format, Media: mediaOf(settings)})
	})
	progress.done()
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	fmt.Fprintf(os.Stderr, "%s: %s%s\n", file, size(written.bytes), lacksPictures(format))
	return nil
}

func exportFormat(file, form string) (contentfile.Format, error) {
	switch format := contentfile.Format(form); {
	case format == contentfile.FormatLines, format == contentfile.FormatTar, format == contentfile.FormatZstd:
		return format, nil
	case format != "":
		return "", fmt.Errorf("--format is %q; use %s, %s or %s", format, contentfile.FormatZstd, contentfile.FormatTar, contentfile.FormatLines)
	case file == standardStream:
		return contentfile.FormatZstd, nil
	}
	return contentfile.FormatOf(file)
}

func lacksPictures(format contentfile.Format) string {
	if format == contentfile.FormatLines {
		return ", content without pictures"
	}
	return ""
}

// mediaOf are the originals of pictures, nil where the site has none.
func mediaOf(s config.Settings) fs.FS {
	if info, err := os.Stat(s.OriginalsDir()); err != nil || !info.IsDir() {
		return nil
	}
	return os.DirFS(s.OriginalsDir())
}
