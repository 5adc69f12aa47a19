package app

import (
	"fmt"
	"path/filepath"
	"syscall"

	"estate/internal/app/config"
	"estate/internal/platform/bucket"
)

// diskState is the space of a disk, in bytes.
type diskState struct {
	Path string `json:"path"` // of the first folder on it
	Free uint64 `json:"free"` // for this user
	Size uint64 `json:"size"`
}

// Limits of a disk that is nearly full: minFree in any case, minFreeShare below maxFree. A snapshot,
// an upgrade of the store and a day of new pictures need about minFree.
const (
	minFree      = 512 << 20
	maxFree      = 4 << 30
	minFreeShare = 20 // a twentieth
	fullDisk     = 1 << 20
)

func (d diskState) nearlyFull() bool {
	return d.Free < minFree || d.Free < maxFree && d.Free*minFreeShare < d.Size
}

// explainFullDisk says of an error that a disk is full: what fails on one does not always know it.
func explainFullDisk(disks []diskState, err error) error {
	for _, d := range disks {
		if d.Free < fullDisk {
			return fmt.Errorf("the disk of %s is full; free some space and start again: %w", d.Path, err)
		}
	}
	return err
}

// disks are the disks of the data folder and of the folders of backup and mirror, each once. A
// folder that cannot be read is left out: its user reports it.
func disks(s config.Settings) (list []diskState) {
	folders := []string{s.Data}
	if s.Backup.To != "" && !bucket.IsAddress(s.Backup.To) {
		folders = append(folders, s.Backup.To)
	}
	if place, ok := s.MirrorConfig(); ok && place.Path != "" {
		folders = append(folders, filepath.Dir(place.Path))
	}
	seen := map[uint64]bool{}
	for _, folder := range folders {
		var stat syscall.Stat_t
		var space syscall.Statfs_t
		if syscall.Stat(folder, &stat) != nil || syscall.Statfs(folder, &space) != nil || seen[stat.Dev] {
			continue
		}
		seen[stat.Dev] = true
		block := uint64(space.Bsize)
		list = append(list, diskState{Path: folder, Free: space.Bavail * block, Size: space.Blocks * block})
	}
	return list
}
