package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/agency/leads"
	"estate/internal/app/config"
	"estate/internal/platform/bucket"
	"estate/internal/platform/certificates"
	"estate/internal/store"
)

// checkProblems prints the problems that the data folder shows, with their remedies. The site may
// run at the same time; the store is nil in live mode and before the first start.
func checkProblems(ctx context.Context, w io.Writer, s config.Settings, st *store.Store) error {
	status, unread := storedStatus(ctx, s, st)
	found := status.FoundProblems()
	if len(found) > 0 {
		fmt.Fprintf(w, "\nproblems of the site: %d\n", len(found))
	}
	for _, p := range found {
		fmt.Fprintf(w, "  %s: %s\n    What to do: %s.\n", p.Kind, p.Text, p.Remedy)
	}
	if len(found) > 0 {
		unread = errors.Join(unread, fmt.Errorf("problems of the site: %d", len(found)))
	}
	return unread
}

// storedStatus is the part of the state that the files and the database of the site tell. The error
// joins what could not be read.
func storedStatus(ctx context.Context, s config.Settings, st *store.Store) (status siteStatus, err error) {
	status = siteStatus{At: time.Now(), Disks: disks(s)}
	var problems []error
	report := func(what string, err error) {
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", what, err))
		}
	}
	status.Certificates, err = certificates.Expiries(s.CertificatesConfig())
	report("certificates", err)
	report("enquiries", status.readEnquiries(ctx, s))
	for _, c := range s.Channels {
		state, err := channels.ReadStatus(s.ChannelsDir(), c.Name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the site has not run with it yet
		}
		report("channel "+c.Name, err)
		status.Channels = append(status.Channels, channelState{Status: state, Kind: c.Kind})
	}
	if st != nil && len(s.Feeds) > 0 {
		feeds, err := newFeeds(s, st, ".command", slog.New(slog.DiscardHandler))
		if err == nil {
			status.Feeds, err = feeds.Status(ctx)
		}
		report("feeds", err)
	}
	if s.Backup.To != "" && st != nil {
		status.Backup = readBackupState(ctx, s)
	}
	return status, errors.Join(problems...)
}

// readEnquiries reads counts and backlogs. A file of another version is left to upgrade-check:
// opening it would change it.
func (s *siteStatus) readEnquiries(ctx context.Context, settings config.Settings) error {
	if _, err := os.Stat(settings.LeadsFile()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	have, newest, err := leads.SchemaVersions(ctx, settings.LeadsFile())
	if err != nil || have != newest {
		return err
	}
	file, err := leads.OpenStore(ctx, settings.LeadsFile(), nil)
	if err != nil {
		return err
	}
	defer file.Close()
	if s.Enquiries, err = file.Count(ctx); err != nil {
		return err
	}
	s.Backlogs, err = file.Backlogs(ctx)
	return err
}

// backupTimeout bounds reading the list of snapshots from a bucket.
const backupTimeout = 20 * time.Second

// readBackupState compares the last snapshot with the last change of the databases in the data
// folder.
func readBackupState(ctx context.Context, s config.Settings) *backupState {
	state := &backupState{Every: time.Duration(s.Backup.Every)}
	ctx, cancel := context.WithTimeout(ctx, backupTimeout)
	defer cancel()
	if _, err := os.Stat(s.Backup.To); err != nil && !bucket.IsAddress(s.Backup.To) {
		state.Error = err.Error()
		return state
	}
	repository, err := openBackupToRead(ctx, s, s.Backup.To)
	if err != nil {
		state.Error = err.Error()
		return state
	}
	defer repository.Close()
	times, err := repository.Snapshots(ctx)
	if err != nil {
		state.Error = err.Error()
		return state
	}
	for _, t := range times {
		if t.After(state.LastSuccess) {
			state.LastSuccess = t
		}
	}
	var changed time.Time
	for _, file := range []string{s.StoreFile(), s.StoreFile() + "-wal", s.LeadsFile(), s.LeadsFile() + "-wal"} { // not of sign-ins
		if info, err := os.Stat(file); err == nil && info.ModTime().After(changed) {
			changed = info.ModTime()
		}
	}
	if changed.Sub(state.LastSuccess) < backupPatience {
		state.Since = time.Now() // nothing is missing in the last snapshot
		state.LastSuccess = state.Since
	}
	return state
}
