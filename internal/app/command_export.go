package app

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"

	"estate/internal/app/config"
	"estate/internal/store/contentfile"
)

// Export writes the whole content of the store to a file, or to stdout for "-". An
// empty format is derived from the file name.
func Export(ctx context.Context, s config.Settings, file, formatName string) error {
	format, err := exportFormat(file, formatName)
	if err != nil {
		return err
	}
	st, err := openStoreToRead(ctx, s, nil)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // read only
	var progress progressLine
	written := &countingWriter{onWrite: func(bytes int64) { progress.printf("exported %s", formatSize(bytes)) }}
	err = writeAtomically(file, func(out io.Writer) error {
		written.out = out
		return contentfile.Export(ctx, st, written, contentfile.ExportOptions{Format: format, Media: originalsOf(s)})
	})
	progress.clear()
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	fmt.Fprintf(os.Stderr, "%s: %s%s\n", file, formatSize(written.bytes), pictureNote(format))
	return nil
}

func exportFormat(file, name string) (contentfile.Format, error) {
	switch format := contentfile.Format(name); {
	case format == contentfile.FormatLines, format == contentfile.FormatTar, format == contentfile.FormatZstd:
		return format, nil
	case format != "":
		return "", fmt.Errorf("--format is %q; use %s, %s or %s", format, contentfile.FormatZstd, contentfile.FormatTar, contentfile.FormatLines)
	case file == stdStream:
		return contentfile.FormatZstd, nil
	}
	return contentfile.FormatOf(file)
}

func pictureNote(format contentfile.Format) string {
	if format == contentfile.FormatLines {
		return ", content without pictures"
	}
	return ""
}

// originalsOf is the folder of original pictures, nil if there is none.
func originalsOf(s config.Settings) fs.FS {
	if info, err := os.Stat(s.OriginalsDir()); err != nil || !info.IsDir() {
		return nil
	}
	return os.DirFS(s.OriginalsDir())
}
