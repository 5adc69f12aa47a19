package resolve

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func TestSessionLoadsNothingTwice(t *testing.T) {
	category := &content.Term{ID: 7, Taxonomy: "category", Slug: "news", Lang: i18n.LangEN, Link: "/category/news/"}
	guide := post(102, "guide", "/guide/")
	guide.Embedded = []content.Entity{&content.Author{ID: 4, Slug: "ana", Name: "Ana", Link: "/author/ana/"}, category}
	source := &fakeSource{published: map[string][]content.Entity{"categories": {category}, "posts": {guide}}}
	source.archive = func(content.ArchiveQuery) (*content.Archive, error) {
		return &content.Archive{Items: []content.Entity{guide}, Total: 20, TotalPages: 2}, nil
	}
	session := newResolver(t, Config{}, source).Session("", content.FirstRedirect)
	fetch := func(raw string, force bool) *Result {
		t.Helper()
		result, err := session.Fetch(t.Context(), parsed(t, raw), force)
		if err != nil || result.Status != 200 {
			t.Fatalf("%s: %v, error %v", raw, result, err)
		}
		return result
	}
	wantCalls := func(want ...string) {
		t.Helper()
		if !slices.Equal(source.calls, want) {
			t.Errorf("calls %v, want %v", source.calls, want)
		}
		source.calls = nil
	}

	result := fetch("/category/news/", false)
	wantCalls("categories?slug=news", "posts page 1 categories=7 author=0")
	fetch("/category/news/", false)
	wantCalls()
	fetch("/category/news/page/2/", false) // the id is known
	wantCalls("posts page 2 categories=7 author=0")
	fetch("/author/ana/", false) // came along with the post
	wantCalls("posts page 1 =0 author=4")
	fetch("/guide/", false) // stood in the list
	wantCalls()
	if author, err := result.Source.Author(t.Context(), i18n.LangEN, 4); err != nil || author.Name != "Ana" {
		t.Errorf("author = %v, error %v", author, err)
	}
	wantCalls()
	fetch("/category/news/", true)
	wantCalls("categories?slug=news", "posts page 1 categories=7 author=0")
}

func TestTouchedRecordsAreNotReady(t *testing.T) {
	guide := post(102, "guide", "/guide/")
	source := &fakeSource{published: map[string][]content.Entity{"posts": {guide}}}
	session := newResolver(t, Config{}, source).Session("", content.FirstRedirect)
	if _, err := session.Fetch(t.Context(), parsed(t, "/guide/?utm=x"), false); err != nil {
		t.Fatal(err)
	}
	record, known := session.Record(parsed(t, "/guide/"))
	if !known || record["id"] != 102 || record["isReady"] != false || record["page"] != 1 {
		t.Errorf("record of the bare link = %v, known %v; want the id and not ready", record, known)
	}
	if _, known := session.Record(parsed(t, "/other/")); known {
		t.Error("a link that was not touched has a record")
	}
}

func TestForcedFetchReplacesAnError(t *testing.T) {
	source := &fakeSource{published: map[string][]content.Entity{}}
	session := newResolver(t, Config{}, source).Session("", content.FirstRedirect)
	fetch := func(force bool) int {
		result, err := session.Fetch(t.Context(), parsed(t, "/guide/"), force)
		if err != nil {
			t.Fatal(err)
		}
		return result.Status
	}
	if got := fetch(false); got != 404 {
		t.Fatalf("status %d, want 404", got)
	}
	source.published["posts"] = []content.Entity{post(102, "guide", "/guide/")}
	if got := fetch(false); got != 404 {
		t.Errorf("error records are ready: status %d, want the 404 again", got)
	}
	if got := fetch(true); got != 200 {
		t.Errorf("forced: status %d, want 200", got)
	}
	if record, _ := session.Record(parsed(t, "/guide/")); record["isError"] != nil || record["type"] != content.TypePost {
		t.Errorf("record = %v, want no trace of the error", record)
	}
}

func TestKeptEntitiesStayUnlessForced(t *testing.T) {
	session := newResolver(t, Config{}, &fakeSource{}).Session("", content.FirstRedirect)
	first, second := post(1, "a", "/a/"), post(1, "a", "/a/")
	session.Keep(i18n.LangEN, false, first)
	session.Keep(i18n.LangEN, false, second)
	if session.Entity(first.Ref()) != content.Entity(first) {
		t.Error("a second entity replaced the first without force")
	}
	session.Keep(i18n.LangEN, true, second)
	if session.Entity(first.Ref()) != content.Entity(second) {
		t.Error("a forced entity did not replace the first")
	}
}

func TestConcurrentFetches(t *testing.T) {
	source := &fakeSource{published: map[string][]content.Entity{}}
	for i := range 20 {
		slug := fmt.Sprintf("p%d", i)
		source.published["posts"] = append(source.published["posts"], post(i+1, slug, "/"+slug+"/"))
	}
	session := newResolver(t, Config{}, source).Session("", content.FirstRedirect)
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			result, err := session.Fetch(t.Context(), parsed(t, fmt.Sprintf("/p%d/", i%20)), false)
			if err != nil || result.Status != 200 {
				t.Errorf("got %v, error %v", result, err)
			}
		})
	}
	all.Wait()
	if len(source.calls) != 20 {
		t.Errorf("%d calls for 20 links", len(source.calls))
	}
}

func TestConcurrentForcedFetches(t *testing.T) {
	source := &fakeSource{published: map[string][]content.Entity{"posts": {post(1, "a", "/a/")}}}
	session := newResolver(t, Config{}, source).Session("", content.FirstRedirect)
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			if result, err := session.Fetch(t.Context(), parsed(t, "/a/"), i%2 == 0); err != nil || result.Status != 200 {
				t.Errorf("got %v, error %v", result, err)
			}
		})
	}
	all.Wait()
	if record, _ := session.Record(parsed(t, "/a/")); record["isReady"] != true || record["isFetching"] != false {
		t.Errorf("record = %v, want it ready and not fetching", record)
	}
}
