package contentfile

import (
	"context"
	"fmt"
	"strings"

	"estate/internal/store"
)

// importer reads one export. A strict import writes every line into one batch; else
// lines are collected and written in batches of importBatch.
type importer struct {
	store   *store.Store
	ctx     context.Context
	options ImportOptions
	report  *Report
	batch   *store.Batch // of a strict import
	pending []action
	media   mediaFiles
	writer  store.Writer
}

// action writes one line into a batch.
type action struct {
	file string
	line int
	do   func(*store.Batch) error
}

const importBatch = 2000

func (im *importer) add(a action) error {
	if im.batch != nil {
		return im.apply(im.batch, a)
	}
	im.pending = append(im.pending, a)
	if len(im.pending) < importBatch {
		return nil
	}
	return im.flush()
}

func (im *importer) flush() error {
	if len(im.pending) == 0 {
		return nil
	}
	defer func() { im.pending = im.pending[:0] }()
	before := im.report.Imported
	err := im.store.Write(im.ctx, func(b *store.Batch) error {
		b.SetWriter(im.writer)
		for _, a := range im.pending {
			if err := im.apply(b, a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		im.report.Imported = before
	}
	return err
}

func (im *importer) apply(b *store.Batch, a action) error {
	err := a.do(b)
	switch {
	case store.IsInvalid(err):
		im.report.add(Problem{File: a.file, Line: a.line, Text: oneLine(err.Error()), Remedy: "correct the line"})
		return nil
	case err != nil:
		return fmt.Errorf("%s:%d: %w", a.file, a.line, err)
	}
	im.report.Imported++
	return nil
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", ", ") }
