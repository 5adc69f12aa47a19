package contentfile

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"

	"estate/internal/store"
	"estate/internal/store/record"
)

// ExportOptions configure an export.
type ExportOptions struct {
	Format Format // empty means FormatZstd
	Media  fs.FS  // originals of pictures; nil leaves them out, as FormatLines does
}

// Export writes everything the store holds, as of one moment.
func Export(ctx context.Context, st *store.Store, w io.Writer, options ExportOptions) error {
	switch options.Format {
	case FormatLines:
		return exportLines(ctx, st, func(text []byte) error {
			_, err := w.Write(text)
			return err
		})
	case FormatTar:
		return exportTar(ctx, st, w, options.Media)
	case FormatZstd, "":
		// One thread: the compressed bytes must not depend on the machine.
		packed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		if err := exportTar(ctx, st, packed, options.Media); err != nil {
			_ = packed.Close()
			return err
		}
		return packed.Close()
	}
	return fmt.Errorf("export: unknown format %q; use %s, %s or %s", options.Format, FormatZstd, FormatTar, FormatLines)
}

// exportLines calls write with every line, its end included.
func exportLines(ctx context.Context, st *store.Store, write func([]byte) error) error {
	writeLine := func(l line) error {
		text, err := record.EncodeJSON(l)
		if err != nil {
			return err
		}
		return write([]byte(text + "\n"))
	}
	if err := writeLine(line{Kind: kindHeader, Version: formatVersion}); err != nil {
		return err
	}
	return st.Documents(ctx, func(d store.Document) error {
		return writeLine(line{Kind: d.Kind, Lang: d.Lang, Type: d.Ref.Type, ID: d.Ref.ID, Link: d.Link, Data: d.Data})
	})
}

func exportTar(ctx context.Context, st *store.Store, w io.Writer, media fs.FS) error {
	out := tar.NewWriter(w)
	parts := partWriter{out: out}
	if err := exportLines(ctx, st, parts.write); err != nil {
		return err
	}
	if err := parts.flush(); err != nil {
		return err
	}
	if media != nil {
		if err := exportMedia(ctx, out, media); err != nil {
			return fmt.Errorf("export pictures: %w", err)
		}
	}
	return out.Close()
}

// partSize is the length at which the text goes on in another file. A tar file holds
// the length before the bytes, so each part is kept in memory until it is complete.
const partSize = 8 << 20

type partWriter struct {
	out  *tar.Writer
	text bytes.Buffer
	part int
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
	if err := p.out.WriteHeader(fileHeader(name, int64(p.text.Len()))); err != nil {
		return err
	}
	_, err := p.text.WriteTo(p.out)
	return err
}

func fileHeader(name string, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644, ModTime: fileTime, Format: tar.FormatPAX}
}

func exportMedia(ctx context.Context, out *tar.Writer, media fs.FS) error {
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
		if err := out.WriteHeader(fileHeader(mediaFolder+name, info.Size())); err != nil {
			return err
		}
		// A file that grows meanwhile is cut at the length announced.
		_, err = io.Copy(out, io.LimitReader(file, info.Size()))
		return err
	})
}
