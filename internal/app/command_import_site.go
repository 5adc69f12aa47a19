package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"estate/internal/app/config"
	"estate/internal/cms/replica"
	"estate/internal/cms/wordpress"
	"estate/internal/platform/redact"
	"estate/internal/store"
)

// IsSiteAddress reports that the argument of an import is a URL, not a file.
func IsSiteAddress(name string) bool {
	return strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://")
}

// ImportSite copies the configured WordPress with its files into the store, so that
// the site no longer needs it. An aborted import continues where it stopped.
func ImportSite(ctx context.Context, s config.Settings) error {
	if s.CMS.Address() == nil {
		return fmt.Errorf("import: %q is not the URL of a WordPress; use one such as https://www.example.com", s.CMS.URL)
	}
	st, err := openStoreAlone(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	client, err := importClient(s)
	if err != nil {
		return err
	}
	copied, err := copySite(ctx, s, st, client)
	if err != nil {
		return err
	}
	redirects, err := importOldLinks(ctx, s, st, client)
	if err != nil {
		return fmt.Errorf("import old links: %w; run the import again to continue", err)
	}
	files, err := importFiles(ctx, s, st)
	if err != nil {
		return fmt.Errorf("import files: %w; run the import again to continue", err)
	}
	if err := replica.Release(ctx, st); err != nil {
		return err
	}
	return reportImport(copied, files, redirects)
}

// importClient creates the client of an import.
func importClient(s config.Settings) (*wordpress.Client, error) {
	transport, err := newTransport(s, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	config := s.WordPressConfig()
	config.CacheKey = cacheKey(s)
	config.Transport, config.Timeout = transport, max(config.Timeout, replicaTimeout)
	return wordpress.New(config)
}

// copySite syncs the store with the WordPress once and returns the final status.
func copySite(ctx context.Context, s config.Settings, st *store.Store, client *wordpress.Client) (replica.Status, error) {
	none := replica.Status{}
	noLog := slog.New(slog.DiscardHandler)
	copier, err := replica.New(ctx, s.ReplicaConfig(noLog), client, st)
	if err != nil {
		return none, err
	}
	var progress progressLine
	defer progress.clear()
	err = copier.Copy(ctx, func(status replica.Status) {
		if p := status.Progress; p.Endpoint != "" && p.Total > 0 {
			progress.printf("copying %s: %d of %d", p.Endpoint, p.Done, p.Total)
		}
	})
	if err != nil {
		return none, fmt.Errorf("import: %w; run the import again to continue", err)
	}
	return copier.Status(), nil
}

// reportImport prints what was imported and what was skipped.
func reportImport(copied replica.Status, files importedFiles, redirects int) error {
	for _, failed := range copied.Failed {
		fmt.Fprintf(os.Stderr, "%s %d: %s\n", failed.Type, failed.ID, failed.Reason)
	}
	for _, alarm := range copied.Alarms {
		fmt.Fprintf(os.Stderr, "%s: %d of %d are missing in the WordPress and were kept; delete them by hand if that is intended\n", alarm.List,
			alarm.Missing, alarm.Had)
	}
	for _, problem := range files.problems {
		problem = redact.Text(problem)
		fmt.Fprintln(os.Stderr, problem)
	}
	total := 0
	for _, count := range copied.Counts {
		total += count
	}
	fmt.Printf("%s: imported %d entities, %d files and %d redirects of links in the texts; `estate serve` no longer needs it\n",
		copied.Address, total, files.imported, redirects)
	if len(copied.Failed)+len(copied.Alarms)+len(files.problems) > 0 {
		return errIncomplete
	}
	return nil
}
