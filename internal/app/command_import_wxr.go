package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"estate/internal/app/config"
	"estate/internal/cms/wxr"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/redact"
	"estate/internal/store"
	"estate/internal/store/record"
)

// wxrBatch is the number of entities that are written together.
const wxrBatch = 200

// importWXR imports an export file of WordPress. What has the same id is replaced as a whole, so the
// same file changes nothing a second time; menus that the store has stay. A dry run prints what would
// come.
func importWXR(ctx context.Context, s config.Settings, in io.Reader, name string, options ImportOptions) error {
	export, err := wxr.Read(in, wxr.Config{File: func(upload string) string { return originalOf(s, upload) }})
	if err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	problems := invalidEntities(export.Entities)
	if options.Strict && len(problems) > 0 {
		return errors.Join(slices.Concat(problems, []error{errIncomplete})...)
	}
	if options.DryRun {
		reportWXR(export, name, nil)
		return errors.Join(problems...)
	}
	st, err := openStoreToWrite(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	writer := store.Writer{Via: store.ViaImport(time.Now())}
	var progress progressLine
	for done := 0; done < len(export.Entities); done += wxrBatch {
		part := export.Entities[done:min(done+wxrBatch, len(export.Entities))]
		if err := st.Write(ctx, func(b *store.Batch) error { return putValid(b, writer, part) }); err != nil {
			progress.clear()
			return fmt.Errorf("import %s: %w", name, err)
		}
		progress.printf("imported %d of %d", done+len(part), len(export.Entities))
	}
	progress.clear()
	if err := st.Write(ctx, func(b *store.Batch) error { return putRest(b, writer, export) }); err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	keptMenus, err := importMenus(ctx, st, writer, export)
	if err != nil {
		return fmt.Errorf("import menus of %s: %w", name, err)
	}
	reportWXR(export, name, keptMenus)
	for _, problem := range problems {
		fmt.Fprintln(os.Stderr, redact.Text(problem.Error()))
	}
	if len(problems) > 0 {
		return errIncomplete
	}
	return nil
}

// originalOf returns the site's address of an upload whose file is in the folder of originals, "" if
// it is not there.
func originalOf(s config.Settings, upload string) string {
	decoded, err := url.PathUnescape(upload)
	if err != nil {
		return ""
	}
	for _, name := range []string{resized.ReplaceAllString(decoded, "$1"), decoded} {
		file := filepath.FromSlash(path.Clean(name))
		if !filepath.IsLocal(file) {
			return ""
		}
		if info, err := os.Stat(filepath.Join(s.OriginalsDir(), file)); err == nil && info.Mode().IsRegular() {
			return (&url.URL{Path: "/media/" + path.Clean(name)}).EscapedPath()
		}
	}
	return ""
}

// resized is the end of the name of a picture that WordPress made smaller; the original is preferred.
var resized = regexp.MustCompile(`-\d+x\d+(\.\w+)$`)

// invalidEntities returns what is wrong with the entities that cannot be stored.
func invalidEntities(entities []content.Entity) []error {
	var problems []error
	for _, entity := range entities {
		if _, err := record.New(entity); err != nil {
			problems = append(problems, err)
		}
	}
	return problems
}

// putValid writes the entities that can be stored.
func putValid(b *store.Batch, writer store.Writer, entities []content.Entity) error {
	b.SetWriter(writer)
	for _, entity := range entities {
		if err := b.Put(entity); err != nil && !store.IsInvalid(err) {
			return err
		}
	}
	return nil
}

// putRest writes terms, authors and former links.
func putRest(b *store.Batch, writer store.Writer, export *wxr.Export) error {
	b.SetWriter(writer)
	for _, term := range export.Terms {
		if err := b.PutTerm(term); err != nil {
			return err
		}
	}
	for _, author := range export.Authors {
		if err := b.PutAuthor(author); err != nil {
			return err
		}
	}
	return b.PutRedirects(export.Redirects...)
}

// importMenus adds the menus that the store does not have, and the title of a site that has none. It
// returns the names of those that stay as they are.
func importMenus(ctx context.Context, st *store.Store, writer store.Writer, export *wxr.Export) (existing []string, err error) {
	stored := map[i18n.Lang]content.Settings{} // read before any is written: a language without settings has those of another
	for _, lang := range i18n.Filled {
		settings, err := st.Settings(ctx, lang)
		switch {
		case err == nil:
			stored[lang] = *settings
		case !content.IsNotFound(err):
			return nil, err
		}
	}
	for _, lang := range i18n.Filled {
		settings := stored[lang]
		settings.SiteTitle = cmp.Or(settings.SiteTitle, export.Title)
		if settings.Tagline.In(lang) == "" && export.Tagline != "" {
			settings.Tagline = i18n.Text{lang: export.Tagline}
		}
		menus := maps.Clone(settings.Menus)
		if menus == nil {
			menus = map[string]content.Menu{}
		}
		for name, menu := range export.Menus[lang] {
			if _, known := menus[name]; known {
				existing = append(existing, fmt.Sprintf("%s (%s)", name, lang))
				continue
			}
			menus[name] = menu
		}
		settings.Menus = menus
		put := func(b *store.Batch) error {
			b.SetWriter(writer)
			return b.PutSettings(lang, &settings)
		}
		if err := st.Write(ctx, put); err != nil {
			return nil, err
		}
	}
	slices.Sort(existing)
	return existing, nil
}

// reportWXR prints what came and what did not.
func reportWXR(export *wxr.Export, name string, keptMenus []string) {
	counts := map[content.Type]int{}
	for _, entity := range export.Entities {
		counts[entity.Ref().Type]++
	}
	menus := 0
	for _, byName := range export.Menus {
		menus += len(byName)
	}
	fmt.Printf("%s: read %d posts, %d pages, %d files of the media library, %d terms, %d authors, %d menus and %d former links\n", name,
		counts[content.TypePost], counts[content.TypePage], counts[content.TypeAttachment], len(export.Terms), len(export.Authors), menus,
		len(export.Redirects))
	for _, kind := range slices.Sorted(maps.Keys(export.Skipped)) {
		fmt.Printf("  not imported: %d × %s\n", export.Skipped[kind], cmp.Or(kind, "item without a type"))
	}
	if len(keptMenus) > 0 {
		fmt.Printf("  not replaced, since the site has them: menus %s\n", strings.Join(keptMenus, ", "))
	}
	if len(export.Files) == 0 {
		return
	}
	example := slices.Min(slices.Collect(maps.Keys(export.Files)))
	fmt.Printf("  %d files are not here, such as %s: copy what is in wp-content/uploads into the folder media of the "+
		"data folder and import again, or name a host that has them in [media] hosts\n", len(export.Files), redact.Text(example))
}
