package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"estate/internal/agency/demo"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

const (
	maxGenerated = 1_000_000
	batchSize    = 5000 // properties written in one transaction
)

// FillDemo writes the demo agency into an empty store, then n generated properties.
// Equal seeds give equal properties. A store with other content is refused.
func FillDemo(ctx context.Context, s config.Settings, n int, propertySeed uint64) error {
	if n < 0 || n > maxGenerated {
		return fmt.Errorf("--properties is %d; it must be 0 to %d", n, maxGenerated)
	}
	st, err := openStoreToWrite(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	empty, err := st.IsEmpty(ctx)
	if err != nil {
		return err
	}
	if empty {
		if err := seed(ctx, st, s.OriginalsDir()); err != nil {
			return err
		}
	}
	if err := checkDemo(ctx, st); err != nil {
		return err
	}
	start := time.Now()
	if err := writeProperties(ctx, st, n, propertySeed); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr)
	return reportStore(st.Name(), n, time.Since(start))
}

// checkDemo refuses generated properties among those of an agency.
func checkDemo(ctx context.Context, st *store.Store) error {
	agency, err := demo.Agency()
	if err != nil {
		return err
	}
	for _, p := range agency.Properties {
		entity, err := st.ByID(ctx, i18n.LangEN, content.TypeProperty.Endpoint(), p.ID, "")
		if stored, ok := entity.(*content.Property); err == nil && ok && stored.Reference == p.Reference {
			return nil
		}
	}
	return fmt.Errorf("%s has content that is not the demo's: name another folder (--data) or database (--db) for the demo", st.Name())
}

// writeProperties writes generated properties into the store in batches.
func writeProperties(ctx context.Context, st *store.Store, n int, seed uint64) error {
	next, stop := iter.Pull(demo.Generate(n, seed))
	defer stop()
	for written := 0; written < n; {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("stopped after %d properties: %w", written, err)
		}
		err := st.Write(ctx, func(b *store.Batch) error {
			for range batchSize {
				property, ok := next()
				if !ok {
					return nil
				}
				if err := b.Put(content.Entity(property)); err != nil {
					return err
				}
				written++
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("write generated properties: %w", err)
		}
		printProgressBar(written, n)
	}
	return nil
}

// printProgressBar prints a progress bar on the last line of the terminal.
func printProgressBar(done, all int) {
	const width = 40
	filled := width * done / max(all, 1)
	bar := make([]byte, width)
	for i := range bar {
		bar[i] = '-'
		if i < filled {
			bar[i] = '#'
		}
	}
	fmt.Fprintf(os.Stderr, "\r[%s] %d of %d properties", bar, done, all)
}

// reportStore prints the number of properties, the time and the size of the store.
func reportStore(name string, n int, took time.Duration) error {
	fmt.Printf("%d properties in %s; %s", n, took.Round(time.Millisecond), name)
	if info, err := os.Stat(name); err == nil { // only a file has a size
		fmt.Printf(" has %d MB", info.Size()>>20)
	}
	_, err := fmt.Println()
	return err
}

// RemoveDemo deletes the properties, people and posts of the demo agency, the generated ones included. Pages, menus, terms and
// pictures stay, and so does what somebody has changed or what has another name.
func RemoveDemo(ctx context.Context, s config.Settings) error {
	st, err := openStoreToWrite(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	marks, err := demoMarks(ctx, st)
	if err != nil {
		return err
	}
	refs := slices.SortedFunc(maps.Keys(marks), func(a, b content.Ref) int {
		return cmp.Or(strings.Compare(string(a.Type), string(b.Type)), cmp.Compare(a.ID, b.ID))
	})
	removed := 0
	var kept []content.Ref
	for batch := range slices.Chunk(refs, batchSize) {
		err := st.Write(ctx, func(b *store.Batch) error {
			for _, ref := range batch {
				doc, err := b.Document(ref)
				if err != nil {
					return err
				}
				if doc == "" {
					continue
				}
				untouched, err := isDemo(b, ref, doc, marks[ref])
				if err != nil {
					return err
				}
				if !untouched {
					kept = append(kept, ref)
					continue
				}
				removed++
				if err := b.Delete(ref); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("remove the demo: %w", err)
		}
	}
	fmt.Printf("%d homes, people and posts of the demo are removed; its pages and menus stay\n", removed)
	for _, ref := range kept {
		fmt.Printf("%s %d stays: somebody has changed it\n", ref.Type, ref.ID)
	}
	return nil
}

// demoMark is by what an entity of the demo is recognised: the reference of a home, the slug of another, and whether it names
// another system as its source.
type demoMark struct {
	name     string
	isListed bool
}

// demoMarks are the marks of all that the demo has put into a store.
func demoMarks(ctx context.Context, st *store.Store) (map[content.Ref]demoMark, error) {
	agency, err := demo.Agency()
	if err != nil {
		return nil, err
	}
	marks := map[content.Ref]demoMark{}
	for _, p := range agency.Properties {
		marks[p.Ref()] = demoMark{p.Reference, p.Origin != nil}
	}
	for _, d := range agency.Developments {
		marks[d.Ref()] = demoMark{name: d.Reference}
	}
	for _, p := range agency.Posts {
		marks[p.Ref()] = demoMark{name: p.Slug}
	}
	for _, a := range agency.Authors {
		marks[a.Ref()] = demoMark{name: a.Slug}
	}
	for row, err := range st.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		if row.Kind == search.KindProperties && demo.IsGenerated(row.ID, row.Reference) {
			marks[content.Ref{Type: content.TypeProperty, ID: row.ID}] = demoMark{name: row.Reference}
		}
	}
	return marks, nil
}

// isDemo reports whether a stored document is still what the demo has put there.
func isDemo(b *store.Batch, ref content.Ref, doc string, mark demoMark) (bool, error) {
	var stored struct {
		Slug      string          `json:"slug"`
		Reference string          `json:"reference"`
		Origin    json.RawMessage `json:"source"`
	}
	if err := json.Unmarshal([]byte(doc), &stored); err != nil {
		return false, err
	}
	edited, err := b.IsEdited(ref)
	return !edited && (stored.Origin != nil) == mark.isListed && mark.name == cmp.Or(stored.Reference, stored.Slug), err
}
