package media

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"estate/internal/platform/atomicfile"
)

// Original is a picture that somebody has sent, as it may be stored: upright, in sRGB, without metadata and without anything
// that is not the picture.
type Original struct {
	Body          []byte
	Ext           string // ".jpg", ".png" for a picture that may be transparent, or ".svg"
	Mime          string
	Width, Height int    // 0 for an SVG file without a size
	Color         string // mean colour, #rrggbb
}

// maxSentBytes bounds a picture before it is encoded anew. A camera's file may be larger than what the site keeps of it.
const maxSentBytes = 60 << 20

// Prepare decodes a picture and encodes it anew. An error that is ErrRefused means that the file is no picture that the site
// can show.
func (l *Library) Prepare(ctx context.Context, file string) (*Original, error) {
	head, err := headOf(file)
	if err != nil {
		return nil, err
	}
	if IsSVG(head) {
		body, err := readSVG(file)
		if err != nil {
			return nil, err
		}
		return &Original{Body: body, Ext: ".svg", Mime: "image/svg+xml"}, nil
	}
	reply, err := l.render(ctx, job{Path: file}, maxSentBytes)
	if err != nil {
		return nil, err
	}
	line, body, found := bytes.Cut(reply, []byte("\n"))
	about := struct {
		Type          string `json:"type"`
		Width, Height int
		Color         string
	}{}
	if err := json.Unmarshal(line, &about); err != nil || !found {
		return nil, errors.Join(errors.New("media: the worker's reply has no head"), err)
	}
	if int64(len(body)) > l.cfg.MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes exceed the limit of %d", ErrRefused, len(body), l.cfg.MaxBytes)
	}
	o := &Original{Body: body, Ext: ".jpg", Mime: "image/jpeg", Width: about.Width, Height: about.Height, Color: about.Color}
	if about.Type == "png" {
		o.Ext, o.Mime = ".png", "image/png"
	}
	return o, nil
}

// IsSVG reports whether a file begins as XML. A picture of another format never does.
func IsSVG(head []byte) bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	return bytes.HasPrefix(text, []byte("<?xml")) || bytes.HasPrefix(text, []byte("<svg")) || bytes.HasPrefix(text, []byte("<!--"))
}

func headOf(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := f.Read(head)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head[:n], err
}

// Store writes a file into the folder of originals, unless it is there: each name belongs to one content.
func (l *Library) Store(name string, from io.Reader) error {
	isInside := path.Clean(name) == name && filepath.IsLocal(name) && !strings.Contains("/"+name, "/.")
	if !IsOriginal(name) || len(name) > maxNameBytes || !isInside {
		return fmt.Errorf("media: %.100q is no name of an original", name)
	}
	if _, err := l.stat(name); err == nil {
		return nil
	}
	at := filepath.Join(l.cfg.Originals, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return fmt.Errorf("media: %w", err)
	}
	return atomicfile.Write(at, 0o644, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
}
