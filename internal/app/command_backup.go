package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/agency/leads/mirror"
	"estate/internal/app/backup"
	"estate/internal/app/config"
	"estate/internal/platform/bucket"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/inbox"
)

// isKeyFile reports whether a file of the data folder cannot be made again without a trace. The key of
// the backup is one, so that a restored site continues its backup.
func isKeyFile(path string) bool {
	return path == "preview.key" || path == "position.key" || path == "backup.key"
}

func backupKey(s config.Settings) backup.KeySource {
	return backup.KeySource{Text: string(s.Backup.Key), File: s.BackupKeyFile()}
}

// backupSources are the parts of a site that a backup needs. Renditions and the imported map
// are left out: they are made or imported again.
func backupSources(s config.Settings) (sources []backup.Source, err error) {
	files := []string{s.LeadsFile()}
	if s.DB == "" {
		files = append(files, s.StoreFile(), s.AccountsFile())
	} else {
		sources = append(sources, backup.Postgres(string(s.DB)))
	}
	for _, file := range files {
		source, err := backup.SQLite(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue // live mode has no store
		}
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	return append(sources, backup.Folder("media", s.OriginalsDir(), nil), backup.Folder(".", s.Data, isKeyFile)), nil
}

// openBackup prepares the scheduled backup, if one is configured.
func (a *App) openBackup(s config.Settings) error {
	if s.Backup.To == "" {
		return nil
	}
	sources, err := backupSources(s)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	keep := s.Backup.Keep.Before
	if s.Backup.Keep.Forever {
		keep = nil
	}
	to, err := backupLocation(s, s.Backup.To)
	if err != nil {
		return err
	}
	a.backup = backup.NewRunner(backup.RunnerConfig{
		To: to, Key: backupKey(s), Every: time.Duration(s.Backup.Every), Keep: keep, Sources: sources, Log: a.log,
	})
	return nil
}

// backupLocation is the location of a path or of an address such as s3://name/folder.
func backupLocation(s config.Settings, text string) (backup.Location, error) {
	if !bucket.IsAddress(text) {
		return backup.InFolder(text), nil
	}
	b, err := s.OpenBucket(text)
	if err != nil {
		return nil, err
	}
	return backup.InBucket(b), nil
}

// openBackupToRead opens the backup of a path or an address.
func openBackupToRead(ctx context.Context, s config.Settings, text string) (*backup.Repository, error) {
	from, err := backupLocation(s, text)
	if err != nil {
		return nil, err
	}
	return backup.Open(ctx, from, backupKey(s))
}

// Backup writes one snapshot of the site, which may run meanwhile.
func Backup(ctx context.Context, s config.Settings, to string) error {
	if !s.HasStore() {
		if _, err := os.Stat(s.LeadsFile()); err != nil {
			return fmt.Errorf("%s has nothing to back up; set the data folder of the site with --data", s.Data)
		}
	}
	location, err := backupLocation(s, to)
	if err != nil {
		return err
	}
	repository, err := backup.OpenToWrite(ctx, location, backupKey(s))
	if err != nil {
		return err
	}
	defer repository.Close()
	if repository.NewKey != "" {
		fmt.Printf("%s: a new key encrypts the backup; keep a copy in another place: without it no backup can be restored\n", repository.NewKey)
	}
	if repository.HasUnencrypted {
		fmt.Printf("%s also has snapshots of a version before 0.3, which are not encrypted; "+
			"delete its folders objects and snapshots when they are no longer needed\n", to)
	}
	sources, err := backupSources(s)
	if err != nil {
		return err
	}
	defer func() {
		for _, source := range sources {
			_ = source.Close() // it only read
		}
	}()
	changed, err := backup.Take(ctx, repository, time.Now(), sources)
	if err != nil {
		return err
	}
	if !changed {
		fmt.Printf("%s: nothing has changed since the last snapshot\n", to)
		return nil
	}
	fmt.Printf("%s: snapshot written, %d new objects, %s\n", to, repository.Stats.Objects, formatSize(repository.Stats.Bytes))
	return nil
}

// VerifyBackup reads a whole backup.
func VerifyBackup(ctx context.Context, s config.Settings, from string) error {
	repository, err := openBackupToRead(ctx, s, from)
	if err != nil {
		return err
	}
	defer repository.Close()
	n, err := backup.Verify(ctx, repository)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d snapshots, all objects are there and whole\n", from, n)
	return nil
}

// ListBackup prints the times of the snapshots.
func ListBackup(ctx context.Context, s config.Settings, from string) error {
	repository, err := openBackupToRead(ctx, s, from)
	if err != nil {
		return err
	}
	defer repository.Close()
	times, err := repository.Snapshots(ctx)
	for _, t := range times {
		fmt.Println(t.Format(time.RFC3339Nano))
	}
	return err
}

// Restore writes the last snapshot at or before a time into a new data folder, and its
// PostgreSQL database into an empty one. An empty time is the last of all. It reads
// everything back.
func Restore(ctx context.Context, s config.Settings, from, to, at string) error {
	t, err := restoreTime(at)
	if err != nil {
		return err
	}
	if to, err = filepath.Abs(to); err != nil {
		return err
	}
	repository, err := openBackupToRead(ctx, s, from)
	if err != nil {
		return err
	}
	defer repository.Close()
	m, err := repository.At(ctx, t)
	if err != nil {
		return err
	}
	if s.DB != "" && m.Has(filepath.Base(s.StoreFile())) {
		return fmt.Errorf("the snapshot has its content in SQLite, not in PostgreSQL; restore it without --db, then copy the content: "+
			"estate export content.tar.zst --data %s && estate import content.tar.zst --data %s --db URL", to, to)
	}
	if s.DB != "" {
		if err := prepareDatabase(ctx, s); err != nil {
			return err
		}
	}
	if err := backup.Restore(ctx, repository, m, backup.Destination{Folder: to, Database: string(s.DB)}); err != nil {
		return err
	}
	s.Data = to
	if err := signOutRestored(ctx, s); err != nil {
		return fmt.Errorf("the restored users of the studio: %w", err)
	}
	report, err := readBack(ctx, s)
	if err != nil {
		return fmt.Errorf("the restored data cannot be read: %w", err)
	}
	fmt.Printf("restored the snapshot of %s into %s: %s\n", m.Time.Format(time.RFC3339Nano), to, report)
	return nil
}

// signOutRestored ends the sessions and links of the users that a backup had.
func signOutRestored(ctx context.Context, s config.Settings) error {
	if _, err := os.Stat(s.AccountsFile()); s.DB == "" && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	accounts, err := account.Open(ctx, accountPlace(s), nil)
	if err != nil {
		return err
	}
	return errors.Join(accounts.SignOutAll(ctx), accounts.Close())
}

func restoreTime(at string) (time.Time, error) {
	if at == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.RFC3339Nano, at); err == nil {
		return t, nil
	}
	t, err := time.ParseInLocation("2006-01-02 15:04:05", strings.Replace(at, "T", " ", 1), time.Local)
	if err != nil {
		return t, fmt.Errorf("--at is %q; it must be a time such as 2026-01-31T12:30:00Z, or \"2026-01-31 12:30:00\" of this machine's zone", at)
	}
	return t, nil
}

// prepareDatabase creates the tables in an empty database.
func prepareDatabase(ctx context.Context, s config.Settings) error {
	st, err := store.Open(ctx, s.StoreConfig())
	if err != nil {
		return err
	}
	generation := st.Generation()
	if err := st.Close(); err != nil {
		return err
	}
	if generation > 0 {
		return errors.New("restore: the database of --db has content; name an empty one")
	}
	copies := mirror.New(mirror.Config{URL: string(s.DB)})
	_, err = copies.Owner(ctx, leads.Key{}) // creates its tables
	if err := errors.Join(err, copies.Close()); err != nil {
		return err
	}
	searches, err := alerts.OpenStore(ctx, alerts.Place{URL: string(s.DB)}, nil)
	if err != nil {
		return err
	}
	handling := inbox.NewStore(inbox.Place{URL: string(s.DB)}, nil)
	if err := errors.Join(searches.Close(), handling.Open(ctx), handling.Close()); err != nil {
		return err
	}
	accounts, err := account.Open(ctx, accountPlace(s), nil)
	if err != nil {
		return err
	}
	return accounts.Close()
}

// readBack reads all content and all enquiries of a restored site.
func readBack(ctx context.Context, s config.Settings) (report string, err error) {
	enquiries, properties := 0, 0
	if _, err := os.Stat(s.LeadsFile()); err == nil {
		file, err := leads.OpenStore(ctx, s.LeadsFile(), nil)
		if err != nil {
			return "", err
		}
		defer file.Close()
		for _, spam := range []bool{false, true} {
			for _, err := range file.Leads(ctx, leads.Selection{Spam: spam}) {
				if err != nil {
					return "", err
				}
				enquiries++
			}
		}
	}
	if s.HasStore() {
		st, err := openStoreToRead(ctx, s, nil)
		if err != nil {
			return "", err
		}
		defer func() { _ = st.Close() }() // it only read
		for _, err := range st.Rows(ctx) {
			if err != nil {
				return "", err
			}
			properties++
		}
	}
	return fmt.Sprintf("%d properties and developments, %s", properties, enquiryCount(enquiries)), nil
}
