package store

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"
)

// ExportOptions tell what an export holds.
type ExportOptions struct {
	Format Format // empty means FormatZstd
	Media  fs.FS  // originals of pictures; nil leaves them out, as FormatLines does
}

// Export writes everything the store holds, as of one moment.
func (s *Store) Export(ctx context.Context, w io.Writer, options ExportOptions) error {
	switch options.Format {
	case FormatLines:
		return s.exportLines(ctx, func(text []byte) error {
			_, err := w.Write(text)
			return err
		})
	case FormatTar:
		return s.exportTar(ctx, w, options.Media)
	case FormatZstd, "":
		// One thread: the compressed bytes must not depend on the machine.
		packed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		if err := s.exportTar(ctx, packed, options.Media); err != nil {
			_ = packed.Close()
			return err
		}
		return packed.Close()
	}
	return fmt.Errorf("export: unknown format %q; use %s, %s or %s", options.Format, FormatZstd, FormatTar, FormatLines)
}

func (s *Store) exportTar(ctx context.Context, w io.Writer, media fs.FS) error {
	bundle := tar.NewWriter(w)
	parts := partWriter{bundle: bundle}
	if err := s.exportLines(ctx, parts.write); err != nil {
		return err
	}
	if err := parts.flush(); err != nil {
		return err
	}
	if media != nil {
		if err := exportMedia(ctx, bundle, media); err != nil {
			return fmt.Errorf("export pictures: %w", err)
		}
	}
	return bundle.Close()
}

// partSize is the length at which the text goes on in another file: a tar file
// wants to know a length before it gets the bytes, so a part is kept in memory.
const partSize = 8 << 20

type partWriter struct {
	bundle *tar.Writer
	text   bytes.Buffer
	part   int
}

func (p *partWriter) write(text []byte) error {
	p.text.Write(text)
	if p.text.Len() < partSize {
		return nil
	}
	return p.flush()
}

func (p *partWriter) flush() error {
	if p.text.Len() == 0 {
		return nil
	}
	p.part++
	name := contentFile
	if p.part > 1 {
		name = fmt.Sprintf("content-%04d.jsonl", p.part)
	}
	if err := p.bundle.WriteHeader(fileHeader(name, int64(p.text.Len()))); err != nil {
		return err
	}
	_, err := p.text.WriteTo(p.bundle)
	return err
}

func fileHeader(name string, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644, ModTime: bundleTime, Format: tar.FormatPAX}
}

func exportMedia(ctx context.Context, bundle *tar.Writer, media fs.FS) error {
	return fs.WalkDir(media, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		file, err := media.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		if err := bundle.WriteHeader(fileHeader(mediaFolder+name, info.Size())); err != nil {
			return err
		}
		// A file that grows meanwhile is cut at the length announced.
		_, err = io.Copy(bundle, io.LimitReader(file, info.Size()))
		return err
	})
}
