package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// MakeDataDir creates the data folder and checks that it is writable.
func (s *Settings) MakeDataDir() error {
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return fmt.Errorf("data folder: %w; choose another one with --data", err)
	}
	probe, err := os.CreateTemp(s.Data, ".probe-*")
	if err != nil {
		return fmt.Errorf("data folder %s is not writable: %w; give this user write permission, or choose another folder with --data", s.Data,
			err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// HasStore reports whether there is a store to open: a database that --db names, or
// a file in the data folder. It does not connect to the database.
func (s *Settings) HasStore() bool {
	if s.DB != "" {
		return true
	}
	_, err := os.Stat(s.StoreFile())
	return err == nil || !os.IsNotExist(err)
}

// StoreFile is the SQLite database of the content.
func (s *Settings) StoreFile() string { return filepath.Join(s.Data, "estate.db") }

// LeadsFile is the SQLite database of the enquiries.
func (s *Settings) LeadsFile() string { return filepath.Join(s.Data, "leads.db") }

// AccountsFile is the SQLite database of the users of the studio.
func (s *Settings) AccountsFile() string { return filepath.Join(s.Data, "accounts.db") }

// PreviewKeyFile holds the generated preview key.
func (s *Settings) PreviewKeyFile() string { return filepath.Join(s.Data, "preview.key") }

// PositionKeyFile holds the generated key of public positions in live mode.
func (s *Settings) PositionKeyFile() string { return filepath.Join(s.Data, "position.key") }

// OriginalsDir is the folder of the original pictures, films and documents.
func (s *Settings) OriginalsDir() string { return filepath.Join(s.Data, "media") }

// UploadsDir is the folder of unfinished uploads of the studio.
func (s *Settings) UploadsDir() string { return filepath.Join(s.Data, "uploads") }

// OriginalsStateFile holds the state of the originals at their last transfer to media.bucket.
func (s *Settings) OriginalsStateFile() string { return filepath.Join(s.Data, "media.state.json") }

// MapDir is the folder of the imported map.
func (s *Settings) MapDir() string { return filepath.Join(s.Data, "map") }

// RenditionsDir is the cache of generated pictures.
func (s *Settings) RenditionsDir() string { return filepath.Join(s.Data, "renditions") }
