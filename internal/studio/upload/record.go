package upload

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// recordSuffix ends the name of the file with the record of an upload; the file with its bytes has the id as its name.
const recordSuffix = ".json"

// idPattern is the form of ids that rand.Text makes.
var idPattern = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// record is what is known of an upload. Its JSON names are stored data.
type record struct {
	ID      string    `json:"id"`
	User    string    `json:"user"`
	Session string    `json:"session"`
	Name    string    `json:"name"`
	Size    int64     `json:"size"`
	Created time.Time `json:"created"`
	Media   int       `json:"media,omitempty"` // what it has become, 0 while it is unfinished
}

// find returns an upload of a person.
func (s *Service) find(by By, id string) (*record, error) {
	if !idPattern.MatchString(id) {
		return nil, ErrNotFound
	}
	r, err := s.read(id)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (r.User != by.User || r.Session != by.Session) {
		return nil, ErrNotFound
	}
	return r, err
}

func (s *Service) read(id string) (*record, error) {
	text, err := s.folder.ReadFile(id + recordSuffix)
	if err != nil {
		return nil, err
	}
	r := &record{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("upload %s: %w", id, err)
	}
	return r, nil
}

func (s *Service) write(r *record) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return s.folder.WriteFile(r.ID+recordSuffix, text, 0o600)
}

// records returns all uploads. A record that cannot be read counts as one without a time, which the sweep removes.
func (s *Service) records() ([]*record, error) {
	entries, err := fs.ReadDir(s.folder.FS(), ".")
	if err != nil {
		return nil, err
	}
	var all []*record
	for _, entry := range entries {
		id, isRecord := strings.CutSuffix(entry.Name(), recordSuffix)
		if !isRecord || !idPattern.MatchString(id) {
			continue
		}
		r, err := s.read(id)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			r = &record{ID: id}
		}
		all = append(all, r)
	}
	return all, nil
}

// offset is the number of bytes that have arrived, and the time of the last ones.
func (s *Service) offset(id string) (int64, time.Time, error) {
	info, err := s.folder.Stat(id)
	if err != nil {
		return 0, time.Time{}, err
	}
	return info.Size(), info.ModTime(), nil
}

// path is the path of the bytes of an upload.
func (s *Service) path(id string) string { return filepath.Join(s.cfg.Folder, id) }
