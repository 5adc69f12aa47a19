package main

import (
	"cmp"
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// backupCommand writes and checks backups. The site may run at the same time.
type backupCommand struct {
	config.Flags
	Dir     string `arg:"" help:"Folder of the backup, on another disk or machine, or s3://name/folder."`
	Verify  bool   `help:"Read and check the whole backup; write nothing."`
	List    bool   `help:"List the times of the snapshots; write nothing."`
	KeyFile string `help:"Key of the encryption (default: backup.key in the data folder, made with the backup)." placeholder:"FILE"`
}

// Run is called by kong.
func (c *backupCommand) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	settings.Backup.KeyFile = cmp.Or(c.KeyFile, settings.Backup.KeyFile)
	switch {
	case err != nil:
		return err
	case c.Verify:
		return app.VerifyBackup(ctx, settings, c.Dir)
	case c.List:
		return app.ListBackup(ctx, settings, c.Dir)
	}
	return app.Backup(ctx, settings, c.Dir)
}

// restoreCommand writes a snapshot into a new data folder.
type restoreCommand struct {
	config.Flags
	Backup  string `arg:"" help:"Folder of the backup, or s3://name/folder."`
	Dir     string `arg:"" help:"New data folder."`
	At      string `help:"Time to restore: the last snapshot at or before it (default: the last of all)." placeholder:"TIME"`
	KeyFile string `help:"Key of the encryption (default: backup.key in the data folder of --data)." placeholder:"FILE"`
}

// Run is called by kong.
func (c *restoreCommand) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{})
	if err != nil {
		return err
	}
	settings.Backup.KeyFile = cmp.Or(c.KeyFile, settings.Backup.KeyFile)
	return app.Restore(ctx, settings, c.Backup, c.Dir, c.At)
}
