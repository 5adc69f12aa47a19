package store

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

	"github.com/klauspost/compress/zstd"
)

// ImportOptions tell how an import goes about it.
type ImportOptions struct {
	// Name is the file's name in the report; empty means "import".
	Name string
	// Strict takes nothing at all when anything is wrong.
	Strict bool
	// MediaDir is the folder for pictures; empty leaves them out.
	MediaDir string
	// Progress, when set, is called now and then with the lines read so far.
	Progress func(lines int)
}

// Import takes an export in any of its forms. What has the same id is replaced,
// everything else stays. A line that cannot be taken is reported with its remedy
// and the rest is taken, unless Strict. The error is about the whole: a file
// that cannot be read on, the database, or ErrRefused; the report is never nil.
func (s *Store) Import(ctx context.Context, r io.Reader, options ImportOptions) (*Report, error) {
	if options.Name == "" {
		options.Name = "import"
	}
	im := &importer{store: s, ctx: ctx, options: options, report: &Report{}}
	defer im.media.discard()
	if !options.Strict {
		// What came before a damaged place is taken as well.
		return im.report, errors.Join(im.read(r), im.flush())
	}
	err := s.Write(ctx, func(b *Batch) error {
		im.batch = b
		if err := im.read(r); err != nil {
			return err
		}
		// Entities wait in the batch; one that the database refuses shows now.
		if err := b.flush(); err != nil {
			return err
		}
		if len(im.report.Problems) > 0 {
			return ErrRefused
		}
		return nil
	})
	if err != nil {
		im.report.Taken, im.report.Media = 0, 0
		return im.report, err
	}
	im.report.Media, err = im.media.keep()
	return im.report, err
}

// importer reads one export. With a batch every line goes into it; without,
// lines are collected and written some thousands at a time.
type importer struct {
	store   *Store
	ctx     context.Context
	options ImportOptions
	report  *Report
	batch   *Batch
	waiting []action
	media   mediaFiles
}

// action is one line understood.
type action struct {
	file string
	line int
	do   func(*Batch) error
}

const importBatch = 2000

func (im *importer) take(a action) error {
	if im.batch != nil {
		return im.apply(im.batch, a)
	}
	im.waiting = append(im.waiting, a)
	if len(im.waiting) < importBatch {
		return nil
	}
	return im.flush()
}

func (im *importer) flush() error {
	if len(im.waiting) == 0 {
		return nil
	}
	defer func() { im.waiting = im.waiting[:0] }()
	before := im.report.Taken
	err := im.store.Write(im.ctx, func(b *Batch) error {
		for _, a := range im.waiting {
			if err := im.apply(b, a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		im.report.Taken = before
	}
	return err
}

func (im *importer) apply(b *Batch, a action) error {
	err := a.do(b)
	switch {
	case IsInvalid(err):
		im.report.add(Problem{File: a.file, Line: a.line, Text: oneLine(err.Error()), Remedy: "correct the line"})
		return nil
	case err != nil:
		return fmt.Errorf("%s:%d: %w", a.file, a.line, err)
	}
	im.report.Taken++
	return nil
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", ", ") }

// read tells the forms of an export apart by their first bytes.
func (im *importer) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 64<<10)
	start, _ := in.Peek(512)
	switch {
	case bytes.HasPrefix(start, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		unpacked, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return fmt.Errorf("%s: %w", im.options.Name, err)
		}
		defer unpacked.Close()
		return im.read(unpacked)
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}):
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return fmt.Errorf("%s: %w", im.options.Name, err)
		}
		return im.read(unpacked)
	case len(start) > 262 && string(start[257:262]) == "ustar":
		return im.readTar(tar.NewReader(in))
	}
	return im.readLines(im.options.Name, in, true)
}

func (im *importer) readTar(bundle *tar.Reader) error {
	first := true
	for {
		header, err := bundle.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s is damaged: %w; get the file anew", im.options.Name, err)
		}
		name := strings.TrimPrefix(header.Name, "./")
		switch {
		case header.Typeflag == tar.TypeDir:
		case header.Typeflag == tar.TypeReg && strings.HasPrefix(name, "content") && strings.HasSuffix(name, ".jsonl"):
			if err := im.readLines(name, bufio.NewReaderSize(bundle, 64<<10), first); err != nil {
				return err
			}
			first = false
		case header.Typeflag == tar.TypeReg && strings.HasPrefix(name, mediaFolder):
			if err := im.readMedia(name, header.Size, bundle); err != nil {
				return err
			}
		default:
			im.report.add(Problem{File: name, Text: "neither content nor a picture", Remedy: "name files content.jsonl or media/…"})
		}
	}
}
