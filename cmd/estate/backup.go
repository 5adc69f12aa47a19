package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// backupCommand writes and checks backups. The site may run at the same time.
type backupCommand struct {
	config.Flags
	Dir    string `arg:"" help:"Folder of the backup, on another disk or machine, or s3://name/folder."`
	Verify bool   `help:"Read the whole backup and compare every object with its checksum; write nothing."`
	List   bool   `help:"List the times of the snapshots; write nothing."`
}

// Run is called by kong.
func (c *backupCommand) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{})
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
	Backup string `arg:"" help:"Folder of the backup, or s3://name/folder."`
	Dir    string `arg:"" help:"New data folder."`
	At     string `help:"Time to restore: the last snapshot at or before it (default: the last of all)." placeholder:"TIME"`
}

// Run is called by kong.
func (c *restoreCommand) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{})
	if err != nil {
		return err
	}
	return app.Restore(ctx, settings, c.Backup, c.Dir, c.At)
}
