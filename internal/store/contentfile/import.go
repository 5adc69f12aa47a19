package contentfile

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"estate/internal/store"
)

// ImportOptions configure an import.
type ImportOptions struct {
	// Name is the file's name in the report; empty means "import".
	Name string
	// Strict imports nothing when the file has problems.
	Strict bool
	// Replace removes what an entity or a record has and its line does not name; else that stays.
	Replace bool
	// DryRun changes nothing: what would change is told to Changed.
	DryRun bool
	// Changed, when set, is called with what each line changes.
	Changed func(what string, changes []FieldChange)
	// MediaDir is the folder for pictures; empty leaves them out.
	MediaDir string
	// Progress, when set, is called every thousand lines with the lines read so far.
	Progress func(lines int)
}

// Import reads an export in any of its formats into the store. Fields that a line does not name keep what the store has,
// unless Replace; null empties a field. A line that cannot be imported is reported with its remedy and the rest is
// imported, unless Strict. store.Undo brings the state before the import back. The error is about the whole: a file that
// cannot be read on, the database, or ErrRefused. The report is never nil.
func Import(ctx context.Context, st *store.Store, r io.Reader, options ImportOptions) (*Report, error) {
	if options.Name == "" {
		options.Name = "import"
	}
	im := &importer{store: st, ctx: ctx, options: options, report: &Report{}, writer: store.Writer{Via: store.ViaImport(time.Now())}}
	defer im.media.discard()
	if options.DryRun {
		im.options.MediaDir = ""
		var failed error
		err := st.Write(ctx, func(b *store.Batch) error {
			im.batch = b
			failed = im.read(r, 0)
			return errDryRun // nothing is committed
		})
		if !errors.Is(err, errDryRun) {
			failed = err
		}
		return im.report, failed
	}
	if !options.Strict {
		// The lines before a damaged place are imported as well.
		return im.report, errors.Join(im.read(r, 0), im.flush())
	}
	err := st.Write(ctx, func(b *store.Batch) error {
		b.SetWriter(im.writer)
		im.batch = b
		if err := im.read(r, 0); err != nil {
			return err
		}
		if len(im.report.Problems) > 0 {
			return ErrRefused
		}
		return nil
	})
	if err != nil {
		im.report.Imported, im.report.Media = 0, 0
		return im.report, err
	}
	im.report.Media, err = im.media.keep()
	return im.report, err
}

// errDryRun ends the batch of an import that changes nothing.
var errDryRun = errors.New("dry run")

// read detects the format of an export by its first bytes. depth counts the layers of
// compression around it.
func (im *importer) read(r io.Reader, depth int) error {
	packed := &countingReader{r: r}
	in := bufio.NewReaderSize(packed, 64<<10)
	start, _ := in.Peek(512) // a shorter file has less
	var unpacked io.Reader
	switch {
	case bytes.HasPrefix(start, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		decoder, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return fmt.Errorf("%s: %w", im.options.Name, err)
		}
		defer decoder.Close()
		unpacked = decoder
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}):
		decoder, err := gzip.NewReader(in)
		if err != nil {
			return fmt.Errorf("%s: %w", im.options.Name, err)
		}
		unpacked = decoder
	case len(start) > 262 && string(start[257:262]) == "ustar":
		return im.readTar(tar.NewReader(in))
	default:
		return im.readLines(im.options.Name, in, true)
	}
	if depth >= maxLayers {
		return fmt.Errorf("%s is compressed more than %d times; unpack it first", im.options.Name, maxLayers)
	}
	return im.read(&boundedReader{r: unpacked, packed: packed, name: im.options.Name}, depth+1)
}

func (im *importer) readTar(in *tar.Reader) error {
	first := true
	for {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s is damaged: %w; get the file again", im.options.Name, err)
		}
		name := strings.TrimPrefix(header.Name, "./")
		switch {
		case header.Typeflag == tar.TypeDir:
		case header.Typeflag == tar.TypeReg && strings.HasPrefix(name, "content") && strings.HasSuffix(name, ".jsonl"):
			if err := im.readLines(name, bufio.NewReaderSize(in, 64<<10), first); err != nil {
				return err
			}
			first = false
		case header.Typeflag == tar.TypeReg && strings.HasPrefix(name, mediaFolder):
			if err := im.readMedia(name, header.Size, in); err != nil {
				return err
			}
		case header.Typeflag != tar.TypeReg:
			im.report.add(Problem{File: name, Text: "skipped: " + entryKind(header.Typeflag), Remedy: "pack files and folders only"})
		default:
			im.report.add(Problem{File: name, Text: "skipped: neither content nor a picture", Remedy: "name files content.jsonl or media/…"})
		}
	}
}
