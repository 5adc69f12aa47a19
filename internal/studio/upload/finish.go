package upload

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/media"
	"estate/internal/store"
)

// mediaNote begins the name of the note with the id of a file of the library: upload/{SHA-256 of the file as it was sent}.
const mediaNote = "upload/"

// Finish makes a file of the media library of an upload whose bytes have all arrived. All nodes can show it when Finish
// returns, a film within a minute. The same file is one of the library, however often it is sent; a repeated call gets the same answer.
func (s *Service) Finish(ctx context.Context, by By, id string) (*File, error) {
	r, err := s.find(by, id)
	if err != nil {
		return nil, err
	}
	unlock, ok := s.lock(id)
	if !ok {
		return nil, ErrLocked
	}
	defer unlock()
	if r.Media != 0 {
		return s.file(ctx, r.Media)
	}
	at, _, err := s.offset(id)
	switch {
	case err != nil:
		return nil, err
	case at != r.Size:
		return nil, ErrOffset
	}
	ctx, cancel := context.WithTimeout(ctx, maxFinishing)
	defer cancel()
	file, err := s.join(ctx, r)
	if err != nil {
		if _, isRefused := errors.AsType[*RefusedError](err); isRefused {
			err = errors.Join(err, s.removeFiles(id))
		}
		return nil, err
	}
	r.Media = file.Media.ID
	return file, errors.Join(s.write(r), ignoreAbsent(s.folder.Remove(id)))
}

// file is a file of the library by its id.
func (s *Service) file(ctx context.Context, id int) (*File, error) {
	entity, err := s.cfg.Store.ByID(ctx, i18n.Fallback, content.TypeAttachment.Endpoint(), id, "")
	if err != nil {
		return nil, err
	}
	m, ok := entity.(*content.Media)
	if !ok {
		return nil, ErrNotFound
	}
	return &File{m, KindOf(m.Mime)}, nil
}

// join stores the file of an upload, and makes it known to the content.
func (s *Service) join(ctx context.Context, r *record) (*File, error) {
	sent, err := os.Open(s.path(r.ID))
	if err != nil {
		return nil, fmt.Errorf("upload: %w", err)
	}
	defer sent.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, sent); err != nil {
		return nil, fmt.Errorf("upload: %w", err)
	}
	sum := hex.EncodeToString(hash.Sum(nil))
	known, err := s.cfg.Store.Note(ctx, mediaNote+sum)
	if err != nil {
		return nil, err
	}
	if known != "" {
		if file, err := s.known(ctx, known); file != nil || err != nil {
			return file, err
		}
	}
	m, body, err := s.newMedia(ctx, r, sent, sum)
	if err != nil {
		return nil, err
	}
	name := m.Image.URL[len(mediaPrefix):]
	if err := s.cfg.Library.Store(name, body); err != nil {
		return nil, err
	}
	if s.cfg.Send != nil && KindOf(m.Mime) != KindFilm { // the transfer of a film may last longer than a request
		if err := s.cfg.Send(ctx, name); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBusy, err)
		}
	}
	return s.put(ctx, m, sum)
}

// known is the file of a note, nil if it is not in the library any more.
func (s *Service) known(ctx context.Context, note string) (*File, error) {
	id, err := strconv.Atoi(note)
	if err != nil {
		return nil, fmt.Errorf("upload: the note of a file is %q", note)
	}
	file, err := s.file(ctx, id)
	if content.IsNotFound(err) {
		return nil, nil
	}
	return file, err
}

// mediaPrefix begins the address of an original.
const mediaPrefix = "/media/"

// newMedia is the entity of a new file and what is stored of it.
func (s *Service) newMedia(ctx context.Context, r *record, sent *os.File, sum string) (*content.Media, io.Reader, error) {
	head := make([]byte, headBytes)
	n, err := sent.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, fmt.Errorf("upload: %w", err)
	}
	f, ok := formOf(head[:n])
	switch {
	case !ok:
		return nil, nil, &RefusedError{ReasonType, errors.New("of no format that the site shows")}
	case media.IsHEIC(head[:n]):
		return nil, nil, &RefusedError{ReasonHEIC, errors.New("HEIC")}
	case f.kind != KindFilm && r.Size > MaxFile:
		return nil, nil, &RefusedError{ReasonLarge, fmt.Errorf("%d bytes of a %s", r.Size, f.kind)}
	}
	now := s.cfg.Now().UTC().Truncate(time.Second)
	title := titleOf(r.Name)
	stem := sum[:12] + "-" + cmp.Or(slugOf(title), string(f.kind))
	m := &content.Media{
		Head:  content.Head{Type: content.TypeAttachment, Slug: stem, Status: content.StatusPublish, Date: now, Modified: now},
		Title: i18n.Text{i18n.Fallback: cmp.Or(title, stem)}, Mime: f.mime,
	}
	var body io.Reader
	if f.kind == KindPicture {
		original, err := s.cfg.Library.Prepare(ctx, s.path(r.ID))
		if err != nil {
			return nil, nil, refusal(err, media.IsSVG(head[:n]))
		}
		f.ext, m.Mime, body = original.Ext, original.Mime, bytes.NewReader(original.Body)
		m.Image = content.Image{Width: original.Width, Height: original.Height, Color: original.Color}
	} else {
		if _, err := sent.Seek(0, io.SeekStart); err != nil {
			return nil, nil, fmt.Errorf("upload: %w", err)
		}
		body = sent
	}
	m.Image.URL = fmt.Sprintf("%su/%d/%s%s", mediaPrefix, now.Year(), stem, f.ext)
	return m, body, nil
}

// refusal is the error of a picture that could not be prepared.
func refusal(err error, isVector bool) error {
	switch {
	case errors.Is(err, media.ErrRefused) && isVector:
		return &RefusedError{ReasonVector, err}
	case errors.Is(err, media.ErrRefused):
		return &RefusedError{ReasonDamaged, err}
	case errors.Is(err, media.ErrBusy), errors.Is(err, media.ErrUnavailable):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

// put gives the media an id and writes it, unless another request has brought the same file meanwhile.
func (s *Service) put(ctx context.Context, m *content.Media, sum string) (*File, error) {
	err := s.cfg.Store.Write(ctx, func(b *store.Batch) error {
		note, err := b.Note(mediaNote + sum)
		if err != nil {
			return err
		}
		if id, err := strconv.Atoi(note); err == nil {
			entity, _, err := b.Get(content.Ref{Type: content.TypeAttachment, ID: id})
			if err != nil && !content.IsNotFound(err) {
				return err
			}
			if same, ok := entity.(*content.Media); ok {
				*m = *same
				return nil
			}
		}
		if m.ID, err = b.NewID(); err != nil {
			return err
		}
		m.Image.ID = m.ID
		if err := b.PutNote(mediaNote+sum, strconv.Itoa(m.ID)); err != nil {
			return err
		}
		return b.Put(m)
	})
	if err != nil {
		return nil, err
	}
	return &File{m, KindOf(m.Mime)}, nil
}
