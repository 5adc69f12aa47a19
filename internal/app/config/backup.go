package config

import (
	"errors"
	"path/filepath"
	"time"

	"estate/internal/platform/bucket"
)

// Backup sets the snapshots that the running site takes.
type Backup struct {
	To    string   `toml:"to"`    // none: no backup; a folder on another disk or machine, or s3://name/folder
	Every Duration `toml:"every"` // 5s; time between two looks for changes
	Keep  Period   `toml:"keep"`  // 30 days; older snapshots are removed. "forever" keeps one a day
	// KeyFile has the key of the encryption; none: backup.key in the data folder, made with the repository.
	KeyFile string `toml:"key_file"`
	Key     Secret `toml:"-"` // instead of the file, from ESTATE_BACKUP_KEY
}

func (b *Backup) fillDefaults() {
	setDefault(&b.Every, Duration(5*time.Second))
	setDefault(&b.Keep, Period{Days: 30})
}

// BackupKeyFile has the key of the encrypted backups.
func (s *Settings) BackupKeyFile() string {
	if s.Backup.KeyFile != "" {
		return s.Backup.KeyFile
	}
	return filepath.Join(s.Data, "backup.key")
}

func (s *Settings) validateBackup() error {
	switch {
	case s.Backup.To == "":
		return nil
	case !bucket.IsAddress(s.Backup.To) && isInside(s.Data, s.Backup.To):
		return errors.New("backup.to is in the data folder; name a folder on another disk")
	case s.Backup.Every < Duration(time.Second):
		return errors.New("backup.every must be a second at least, such as \"5s\"")
	}
	return nil
}
