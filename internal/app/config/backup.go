package config

import (
	"errors"
	"time"

	"estate/internal/platform/bucket"
)

// Backup sets the snapshots that the running site takes.
type Backup struct {
	To    string   `toml:"to"`    // none: no backup; a folder on another disk or machine, or s3://name/folder
	Every Duration `toml:"every"` // 5s; time between two looks for changes
	Keep  Period   `toml:"keep"`  // 30 days; older snapshots are removed. "forever" keeps one a day
}

func (b *Backup) fillDefaults() {
	setDefault(&b.Every, Duration(5*time.Second))
	setDefault(&b.Keep, Period{Days: 30})
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
