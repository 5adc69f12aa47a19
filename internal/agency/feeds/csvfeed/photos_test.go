package csvfeed

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/content"
)

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestPicturesBesideTheSpreadsheetBelongToTheirReference(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "properties.csv")
	writeFile(t, file, "reference;price;town;alt_en;alt_es;badges;address_shown\n"+
		"MB-1;350000;Marbella;The villa | | The pool;La villa;exclusive, new;street\n"+
		"MB-2;450000;Marbella;One | Two;;;full\nMB-3;550000;Marbella;;;golden;maybe\n")
	for _, name := range []string{"10.jpg", "2.JPG", "1.jpg", "plan.png", "notes.txt"} {
		writeFile(t, filepath.Join(folder, "photos", "mb-1", name), "x")
	}
	secret := filepath.Join(t.TempDir(), "secret.jpg")
	writeFile(t, secret, "x")
	writeFile(t, filepath.Join(folder, "photos", "MB-2", "1.jpg"), "x")
	if err := os.Symlink(secret, filepath.Join(folder, "photos", "MB-2", "2.jpg")); err != nil {
		t.Fatal(err)
	}
	source := Source{File: feeds.Download{Address: file, Folder: t.TempDir(), Name: "copy"}, Mode: feeds.ModeSale}
	var r recorder
	result, err := source.Read(t.Context(), feeds.Run{}, &r)
	if err != nil || len(r.listings) != 3 {
		t.Fatalf("%d listings (%v), problems %+v", len(r.listings), err, r.problems)
	}
	var got []string
	for _, p := range r.listings[0].Pictures {
		text := filepath.Base(p.File)
		if p.Plan {
			text += " plan"
		}
		got = append(got, text+" "+p.Alt["en"]+"/"+p.Alt["es"])
	}
	want := []string{"1.jpg The villa/La villa", "2.JPG /", "10.jpg The pool/", "plan.png plan /"}
	if !slices.Equal(got, want) {
		t.Errorf("pictures %q, want %q", got, want)
	}
	if l := r.listings[0]; !slices.Equal(l.Badges, []content.Badge{content.BadgeExclusive, content.BadgeNew}) || l.Visibility != content.AddressStreet {
		t.Errorf("badges %v, address %q", l.Badges, l.Visibility)
	}
	if l := r.listings[1]; len(l.Pictures) != 1 || l.Badges == nil || len(l.Badges) > 0 {
		t.Errorf("a link is followed, or an empty cell leaves the badges as they are: %+v", l)
	}
	var told []string
	for _, p := range r.problems {
		told = append(told, p.Key+" "+p.Field)
	}
	for _, field := range []string{"MB-2 alt_en", "MB-3 badges", "MB-3 address_shown"} {
		if !slices.Contains(told, field) {
			t.Errorf("no problem %q: %v", field, told)
		}
	}

	again, err := source.Read(t.Context(), feeds.Run{Checkpoint: result.Checkpoint}, &r)
	if err != nil || !again.Unchanged {
		t.Errorf("nothing has changed: %+v (%v)", again, err)
	}
	writeFile(t, filepath.Join(folder, "photos", "MB-2", "3.jpg"), "y")
	r = recorder{}
	if again, err = source.Read(t.Context(), feeds.Run{Checkpoint: again.Checkpoint}, &r); err != nil || again.Unchanged || len(r.listings) != 3 {
		t.Errorf("a new picture is not seen: %+v (%v), %d listings", again, err, len(r.listings))
	}
}

func TestAPathInTheSpreadsheetIsNoPicture(t *testing.T) {
	r := read(t, []byte("reference;price;type;town;pictures\nMB-1;350000;Villa;Marbella;file:///etc/passwd.jpg /etc/x.jpg photos/MB-2/1.jpg\n"))
	if len(r.listings) != 1 || len(r.listings[0].Pictures) != 0 || len(r.problems) != 1 || !strings.Contains(r.problems[0].Reason, "http") {
		t.Errorf("%+v, problems %+v", r.listings[0].Pictures, r.problems)
	}
}
