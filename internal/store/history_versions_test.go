package store_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

func writeAs(t *testing.T, st *store.Store, w store.Writer, fn func(*store.Batch) error) {
	t.Helper()
	err := st.Write(t.Context(), func(b *store.Batch) error {
		b.SetWriter(w)
		return fn(b)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func home(title string) *content.Property {
	p := &content.Property{Title: i18n.Text{i18n.LangEN: title}}
	p.Head = content.Head{Type: content.TypeProperty, ID: 7, Slug: "villa", Link: "/properties/villa/", Status: content.StatusPublish}
	return p
}

func TestAWriteOfAnOldVersionIsRefused(t *testing.T) {
	st := storetest.Open(t, store.Config{})
	first := home("First")
	var read store.Version
	writeAs(t, st, store.Writer{}, func(b *store.Batch) error { return b.PutIf(first, "") })
	writeAs(t, st, store.Writer{}, func(b *store.Batch) (err error) {
		_, read, err = b.Get(first.Ref())
		return err
	})
	if of, err := store.VersionOf(first); err != nil || of != read {
		t.Errorf("VersionOf = %q (%v), Get has %q", of, err, read)
	}
	writeAs(t, st, store.Writer{By: "ana"}, func(b *store.Batch) error { return b.Put(home("Second")) })
	for _, version := range []store.Version{read, ""} {
		err := st.Write(t.Context(), func(b *store.Batch) error { return b.PutIf(home("Third"), version) })
		if !errors.Is(err, store.ErrChanged) {
			t.Errorf("PutIf with version %q: %v, want ErrChanged", version, err)
		}
	}
	// A batch sees what it has put itself.
	writeAs(t, st, store.Writer{}, func(b *store.Batch) error {
		if err := b.Put(home("Fourth")); err != nil {
			return err
		}
		current, version, err := b.Get(first.Ref())
		if err != nil || current.(*content.Property).Title[i18n.LangEN] != "Fourth" {
			t.Errorf("Get after Put: %+v, %v", current, err)
		}
		return b.PutIf(home("Fifth"), version)
	})
}

func TestReplacedAndDeletedDocumentsAreKeptWithTheirWriter(t *testing.T) {
	st := storetest.Open(t, store.Config{})
	ref := home("").Ref()
	writeAs(t, st, store.Writer{}, func(b *store.Batch) error { return b.Put(home("First")) })
	writeAs(t, st, store.Writer{}, func(b *store.Batch) error { return b.Put(home("First")) }) // no change
	writeAs(t, st, store.Writer{By: "ana", Via: "studio"}, func(b *store.Batch) error { return b.Put(home("Second")) })
	writeAs(t, st, store.Writer{Via: store.ViaReplica}, func(b *store.Batch) error { return b.Put(home("Third")) })
	writeAs(t, st, store.Writer{Via: store.ViaFeed("crm")}, func(b *store.Batch) error { return b.Delete(ref) })
	kept, err := st.Versions(t.Context(), ref)
	if err != nil || len(kept) != 2 {
		t.Fatalf("versions %+v, %v, want 2", kept, err)
	}
	if kept[0].Writer.Via != "feed:crm" || !strings.Contains(kept[0].Doc, "Third") {
		t.Errorf("the newest version is %+v, want Third, replaced by the feed", kept[0])
	}
	if kept[1].Writer.By != "ana" || !strings.Contains(kept[1].Doc, "First") || kept[1].At.IsZero() {
		t.Errorf("the oldest version is %+v, want First, replaced by ana", kept[1])
	}
	writeAs(t, st, store.Writer{}, func(b *store.Batch) error {
		edited, err := b.IsEdited(ref)
		if !edited {
			t.Error("the home that ana has changed does not count as edited")
		}
		return err
	})
}

func TestSettingsAndTermsKeepTheirVersions(t *testing.T) {
	st := storetest.Open(t, store.Config{})
	term := func(name string) *content.Term {
		return &content.Term{ID: 3, Taxonomy: "category", Slug: "news", Name: i18n.Text{i18n.LangEN: name}}
	}
	for _, name := range []string{"News", "Journal"} {
		writeAs(t, st, store.Writer{}, func(b *store.Batch) error {
			settings := &content.Settings{}
			settings.SiteTitle = name
			return errors.Join(b.PutTerm(term(name)), b.PutSettings(i18n.LangES, settings))
		})
	}
	for _, ref := range []content.Ref{term("").Ref(), {Type: "settings/es"}} {
		if kept, err := st.Versions(t.Context(), ref); err != nil || len(kept) != 1 || !strings.Contains(kept[0].Doc, "News") {
			t.Errorf("versions of %v: %+v, %v, want the one of News", ref, kept, err)
		}
	}
}

func TestAFeedNeverPushesOutTheVersionsOfPeople(t *testing.T) {
	st := storetest.Open(t, store.Config{})
	ref := home("").Ref()
	writeAs(t, st, store.Writer{}, func(b *store.Batch) error { return b.Put(home("by hand")) })
	writeAs(t, st, store.Writer{By: "ana"}, func(b *store.Batch) error { return b.Put(home("feed 0")) })
	for n := range 20 {
		writeAs(t, st, store.Writer{Via: store.ViaFeed("crm")}, func(b *store.Batch) error { return b.Put(home("feed " + strconv.Itoa(n+1))) })
	}
	kept, err := st.Versions(t.Context(), ref)
	if err != nil || len(kept) != 6 || kept[5].Writer.By != "ana" || !strings.Contains(kept[0].Doc, "feed 19") {
		t.Errorf("%d versions, %v, want the last 5 of the feed and that of ana: %+v", len(kept), err, kept)
	}
}
