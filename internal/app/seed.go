package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"estate/internal/agency/demo"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// checkNewSite refuses to fill an empty store where a site has been: its content is missing then, and visitors would see
// another agency under its name. Where the settings name a site or a database, the demo agency is refused.
func checkNewSite(s config.Settings) error {
	content := s.StoreFile()
	if s.DB != "" {
		content = "the database"
	}
	if found := formerData(s); len(found) > 0 {
		return fmt.Errorf("%s has no content, but %s has %s of a site that ran before: restore a backup into a new folder (estate restore), "+
			"import its content (estate import), or fill it with the demo agency (estate demo --properties 0); "+
			"for a new site name another folder (--data)", content, s.Data, strings.Join(found, ", "))
	}
	named := s.PublicName()
	if s.DB != "" {
		named = cmp.Or(named, "a database")
	}
	if named == "" || s.Empty {
		return nil
	}
	return fmt.Errorf("%s has no content, and the settings name %s, which is not for the demo agency: import content (estate import), "+
		"start with a page that says who is coming (estate serve --empty, or empty = true in the settings), "+
		"or publish the demo agency on purpose (estate demo --properties 0)", content, named)
}

// formerData names what a site that ran before has left in the data folder.
func formerData(s config.Settings) (found []string) {
	paths := []string{s.LeadsFile(), s.ChannelsDir()}
	if !s.Empty { // files that an agency has put there for its first start are not for the demo
		paths = append(paths, s.FeedsDir(), s.OriginalsDir())
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if info.IsDir() {
			if entries, err := os.ReadDir(path); err != nil || len(entries) == 0 {
				continue
			}
		}
		found = append(found, filepath.Base(path))
	}
	return found
}

// seed writes the demo agency into an empty store, and its pictures into the folder of originals.
func seed(ctx context.Context, st *store.Store, originals string) error {
	agency, err := demo.Agency()
	if err != nil {
		return err
	}
	if err := copyPictures(demo.MediaFiles, originals); err != nil {
		return fmt.Errorf("copy the demo pictures: %w", err)
	}
	if err := st.Write(ctx, func(b *store.Batch) error { return putAgency(b, agency) }); err != nil {
		return fmt.Errorf("write the demo agency: %w", err)
	}
	return nil
}

func putAgency(b *store.Batch, agency *demo.Content) error {
	var problems []error
	add := func(err error) { problems = append(problems, err) }
	for _, term := range agency.Terms {
		add(b.PutTerm(term))
	}
	for _, author := range agency.Authors {
		add(b.PutAuthor(author))
	}
	for _, p := range agency.Properties {
		if p.Price.Previous > p.Price.Public() && p.Price.Public() > 0 {
			add(b.PutHistory(p.Ref(), p.EntryBeforeReduction()))
		}
	}
	for _, entities := range [][]content.Entity{
		entitiesOf(agency.Media), entitiesOf(agency.Properties), entitiesOf(agency.Developments),
		entitiesOf(agency.Pages), entitiesOf(agency.Posts),
	} {
		for _, entity := range entities {
			add(b.Put(entity))
		}
	}
	for lang, settings := range agency.Settings {
		add(b.PutSettings(lang, settings))
	}
	add(b.PutInstagram(agency.Instagram))
	add(b.PutRedirects(redirectsOf(agency)...))
	return errors.Join(problems...)
}

func entitiesOf[T content.Entity](items []T) []content.Entity {
	entities := make([]content.Entity, len(items))
	for i, item := range items {
		entities[i] = item
	}
	return entities
}

// redirectsOf are the agency's moved pages, and for each old reference the legacy link
// in both languages (their form: content.RedirectPair).
func redirectsOf(agency *demo.Content) []content.RedirectPair {
	var pairs []content.RedirectPair
	for _, moved := range agency.Redirects {
		pairs = append(pairs, content.RedirectPair{From: moved.From, To: moved.To})
	}
	for _, old := range agency.References {
		reference := strings.ToLower(old.Reference)
		pairs = append(pairs,
			content.RedirectPair{From: "/propertie/" + reference + "/", To: old.Links.In(i18n.LangEN)},
			content.RedirectPair{From: "/es/propiedad/" + reference + "/", To: old.Links.In(i18n.LangES)},
		)
	}
	return pairs
}

// copyPictures copies the embedded originals into a folder. Existing files stay.
func copyPictures(from fs.FS, to string) error {
	return fs.WalkDir(from, "media", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel("media", name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if _, err := os.Stat(target); err == nil {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
}
