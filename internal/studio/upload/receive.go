package upload

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

// By is who sends a file: an upload belongs to one session of one user.
type By struct{ User, Session string }

// Create begins an upload of a file with a name and a size in bytes, and returns its id.
func (s *Service) Create(by By, name string, size int64) (string, error) {
	name = cleanName(name)
	limit := int64(MaxFile)
	if isFilmName(name) {
		limit = MaxFilm
	}
	switch {
	case size <= 0:
		return "", &RefusedError{ReasonEmpty, nil}
	case size > limit:
		return "", &RefusedError{ReasonLarge, fmt.Errorf("%d bytes", size)}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.admit(by, name, size); err != nil {
		return "", err
	}
	r := &record{ID: rand.Text(), User: by.User, Session: by.Session, Name: name, Size: size, Created: s.cfg.Now()}
	file, err := s.folder.OpenFile(r.ID, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("upload: %w", err)
	}
	return r.ID, errors.Join(file.Close(), s.write(r))
}

// unended is an upload whose bytes have not all become a file of the library.
type unended struct {
	*record
	last time.Time // of a chunk
}

// admit bounds the unfinished uploads of a session and of a user. Those that have stopped make place, the oldest first, if
// they are in the way; the caller holds the mutex.
func (s *Service) admit(by By, name string, size int64) error {
	all, err := s.records()
	if err != nil {
		return err
	}
	var list []unended
	for _, r := range all {
		if r.User != by.User || r.Media != 0 {
			continue
		}
		if _, last, err := s.offset(r.ID); err == nil { // else it was removed meanwhile
			list = append(list, unended{r, last})
		}
	}
	slices.SortFunc(list, func(a, b unended) int { return a.last.Compare(b.last) })
	for !fits(list, by, name, size) {
		i := slices.IndexFunc(list, func(u unended) bool { return s.cfg.Now().Sub(u.last) > maxIdle && !s.busy[u.ID] })
		if i < 0 {
			return ErrTooMany
		}
		if err := s.removeFiles(list[i].ID); err != nil {
			return err
		}
		list = slices.Delete(list, i, i+1)
	}
	return nil
}

// fits reports whether another upload keeps the bounds.
func fits(list []unended, by By, name string, size int64) bool {
	inSession, films := 0, 0
	pending := size
	for _, u := range list {
		if u.Session == by.Session {
			inSession++
		}
		if isFilmName(u.Name) {
			films++
		} else {
			pending += u.Size
		}
	}
	if inSession >= maxUnended {
		return false
	}
	if isFilmName(name) {
		return films == 0
	}
	return pending <= maxPending
}

// Progress is how far an upload has come.
type Progress struct{ Offset, Size int64 }

// Progress returns how far an upload has come.
func (s *Service) Progress(by By, id string) (Progress, error) {
	r, err := s.find(by, id)
	if err != nil {
		return Progress{}, err
	}
	if r.Media != 0 {
		return Progress{r.Size, r.Size}, nil
	}
	at, _, err := s.offset(id)
	return Progress{at, r.Size}, err
}

// Append adds a chunk at an offset and returns the next one. What has arrived before an error stays.
func (s *Service) Append(by By, id string, offset int64, chunk io.Reader) (int64, error) {
	r, err := s.find(by, id)
	if err != nil {
		return 0, err
	}
	unlock, ok := s.lock(id)
	if !ok {
		return 0, ErrLocked
	}
	defer unlock()
	if r.Media != 0 {
		return 0, ErrOffset
	}
	at, _, err := s.offset(id)
	switch {
	case err != nil:
		return 0, err
	case at != offset:
		return at, ErrOffset
	}
	file, err := s.folder.OpenFile(id, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return at, fmt.Errorf("upload: %w", err)
	}
	n, err := io.Copy(file, io.LimitReader(chunk, min(MaxChunk, r.Size-at)))
	return at + n, errors.Join(err, file.Close())
}

// Cancel removes an upload.
func (s *Service) Cancel(by By, id string) error {
	if _, err := s.find(by, id); err != nil {
		return err
	}
	return s.remove(id)
}
