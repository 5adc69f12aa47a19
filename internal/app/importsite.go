package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"estate/internal/config"
	"estate/internal/replica"
	"estate/internal/store"
	"estate/internal/wordpress"
)

// isSite reports that an import names a WordPress and no file.
func IsSiteAddress(name string) bool {
	return strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://")
}

// importSite copies a WordPress with its files into the store, so that the site
// runs alone afterwards. A copy that broke off goes on.
func ImportSite(ctx context.Context, settings config.Settings) error {
	if settings.CMS.Address() == nil {
		return fmt.Errorf("import: %q is no address of a WordPress; write https://www.example.com", settings.CMS.URL)
	}
	st, err := openToWrite(ctx, settings)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // everything is committed by then
	copied, err := copySite(ctx, settings, st)
	if err != nil {
		return err
	}
	files, err := moveFiles(ctx, settings, st)
	if err != nil {
		return fmt.Errorf("import files: %w; run the import again, it goes on where it was", err)
	}
	if err := replica.Release(ctx, st); err != nil {
		return err
	}
	return tellImport(copied, files)
}

func copySite(ctx context.Context, s config.Settings, st *store.Store) (replica.Status, error) {
	none := replica.Status{}
	quiet := slog.New(slog.DiscardHandler)
	bounds, err := newTransport(s, quiet)
	if err != nil {
		return none, err
	}
	config := s.WordPressConfig()
	config.Transport, config.Timeout = bounds, max(config.Timeout, longestCopyQuestion)
	client, err := wordpress.New(config)
	if err != nil {
		return none, err
	}
	following := s.ReplicaConfig(quiet)
	copier, err := replica.New(ctx, following, client, st)
	if err != nil {
		return none, err
	}
	var progress ticker
	defer progress.done()
	err = copier.Copy(ctx, func(now replica.Status) {
		if p := now.Progress; p.Endpoint != "" && p.Total > 0 {
			progress.tell("copying %s: %d of %d", p.Endpoint, p.Done, p.Total)
		}
	})
	if err != nil {
		return none, fmt.Errorf("import: %w; run the import again, it goes on where it was", err)
	}
	return copier.Status(), nil
}

// tellImport says what was taken and what was not.
func tellImport(copied replica.Status, moved movedFiles) error {
	for _, failed := range copied.Failed {
		fmt.Fprintf(os.Stderr, "%s %d: %s\n", failed.Type, failed.ID, failed.Reason)
	}
	for _, alarm := range copied.Alarms {
		fmt.Fprintf(os.Stderr, "%s: %d of %d are not there any more and were kept; delete them by hand if that is right\n", alarm.List, alarm.Missing, alarm.Had)
	}
	for _, problem := range moved.problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	total := 0
	for _, count := range copied.Counts {
		total += count
	}
	fmt.Printf("%s: %d entities and %d files taken; estate serve now runs without it\n", copied.Address, total, moved.taken)
	if len(copied.Failed)+len(copied.Alarms)+len(moved.problems) > 0 {
		return errNotAllTaken
	}
	return nil
}
