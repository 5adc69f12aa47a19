package restapi_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"estate/internal/tests/contenttest"
)

const v2 = "/wp-json/wp/v2/"

// TestErrorsAreWordPresss holds the statuses, codes and words that were recorded
// from a real WordPress.
func TestErrorsAreWordPresss(t *testing.T) {
	a := newAPI(t, nil)
	for _, tt := range []struct {
		path, code, message string
		status              int
	}{
		{"posts?page=99", "rest_post_invalid_page_number", "The page number requested is larger than the number of pages available.", 400},
		{"properties?page=99", "rest_post_invalid_page_number", "The page number requested is larger than the number of pages available.", 400},
		{"properties?s_area=%3F", "rest_invalid_param", "Invalid parameter(s): s_area", 400},
		{"properties?s_near=36.5,-4.9", "rest_invalid_param", "Invalid parameter(s): s_near", 400},
		{"properties?s_offer=3&page=99", "rest_post_invalid_page_number", "The page number requested is larger than the number of pages available.", 400},
		{"posts?per_page=101", "rest_invalid_param", "Invalid parameter(s): per_page", 400},
		{"posts?per_page=0", "rest_invalid_param", "Invalid parameter(s): per_page", 400},
		{"posts?per_page=", "rest_invalid_param", "Invalid parameter(s): per_page", 400},
		{"posts?page=0", "rest_invalid_param", "Invalid parameter(s): page", 400},
		{"posts?page=x&per_page=y", "rest_invalid_param", "Invalid parameter(s): page, per_page", 400},
		{"posts?categories=abc", "rest_invalid_param", "Invalid parameter(s): categories", 400},
		{"posts?categories=", "rest_invalid_param", "Invalid parameter(s): categories", 400},
		{"posts?orderby=price", "rest_invalid_param", "Invalid parameter(s): orderby", 400},
		{"posts?orderby=include", "rest_orderby_include_missing_include", "You need to define an include parameter to order by include.", 400},
		{"posts?orderby=relevance", "rest_no_search_term_defined", "You need to define a search term to order by relevance.", 400},
		{"posts?after=2024-01-01", "rest_invalid_param", "Invalid parameter(s): after", 400},
		{"posts?status=draft", "rest_invalid_param", "Invalid parameter(s): status", 400},
		{"posts?context=edit", "rest_forbidden_context", "Sorry, you are not allowed to edit posts in this post type.", 401},
		{"posts/99999", "rest_post_invalid_id", "Invalid post ID.", 404},
		{"posts/0", "rest_post_invalid_id", "Invalid post ID.", 404},
		{"posts/99999999999999999999999", "rest_post_invalid_id", "Invalid post ID.", 404},
		{"media/99999", "rest_post_invalid_id", "Invalid post ID.", 404},
		{"properties/1007", "rest_post_invalid_id", "Invalid post ID.", 404},
		{"posts/abc", "rest_no_route", "No route was found matching the URL and request method.", 404},
		{"posts/-1", "rest_no_route", "No route was found matching the URL and request method.", 404},
		{"nothing", "rest_no_route", "No route was found matching the URL and request method.", 404},
		{"categories/99999", "rest_term_invalid", "Term does not exist.", 404},
		{"users/99999", "rest_user_invalid_id", "Invalid user ID.", 404},
		{"types/nope", "rest_type_invalid", "Invalid post type.", 404},
		{"taxonomies/nope", "rest_taxonomy_invalid", "Invalid taxonomy.", 404},
		{"posts/190", "rest_forbidden", "Sorry, you are not allowed to do that.", 401}, // a draft
		{"posts/191", "rest_forbidden", "Sorry, you are not allowed to do that.", 401}, // private
		{"posts/192", "rest_forbidden", "Sorry, you are not allowed to do that.", 401}, // in the future
		{"properties/1006", "rest_forbidden", "Sorry, you are not allowed to do that.", 401},
		{"posts/101/revisions", "rest_cannot_read", "Sorry, you are not allowed to view revisions of this post.", 401},
		{"posts/190/revisions?per_page=1", "rest_cannot_read", "Sorry, you are not allowed to view revisions of this post.", 401},
		{"posts/99999/revisions", "rest_post_invalid_parent", "Invalid post parent ID.", 404},
	} {
		t.Run(tt.path, func(t *testing.T) {
			got := a.ask(t, v2+tt.path)
			if got.status != tt.status || got.at("code") != tt.code || got.at("message") != tt.message {
				t.Errorf("got %d %v %q, want %d %s %q", got.status, got.at("code"), got.at("message"), tt.status, tt.code, tt.message)
			}
			if got.at("data", "status") != float64(tt.status) {
				t.Errorf("data.status = %v, want %d", got.at("data", "status"), tt.status)
			}
		})
	}
}

// TestFaultsAreExplained compares the details of bad parameters with recorded ones.
func TestFaultsAreExplained(t *testing.T) {
	a := newAPI(t, nil)
	for _, tt := range []struct{ query, param, code, message string }{
		{"per_page=101", "per_page", "rest_out_of_bounds", "per_page must be between 1 (inclusive) and 100 (inclusive)"},
		{"page=0", "page", "rest_out_of_bounds", "page must be greater than or equal to 1"},
		{"page=many", "page", "rest_invalid_type", "page is not of type integer."},
		{"categories=abc", "categories", "rest_no_matching_schema", "categories is not a valid Term ID List. Reason: categories[0] is not of type integer."},
		{"include=1,x", "include", "rest_invalid_type", "include[1] is not of type integer."},
		{"orderby=price", "orderby", "rest_not_in_enum", "orderby is not one of author, date, id, include, modified, parent, relevance, slug, include_slugs, and title."},
		{"order=up", "order", "rest_not_in_enum", "order is not one of asc and desc."},
		{"after=2024-01-01", "after", "rest_invalid_date", "Invalid date."},
		{"after=2024-13-01T00:00:00", "after", "rest_invalid_date", "Invalid date."},
		{"status=private", "status", "rest_forbidden_status", "Status is forbidden."},
		{"include=" + strings.Repeat("1,", 1001), "include", "rest_too_many_items", "include must contain at most 1000 items."},
	} {
		t.Run(tt.query, func(t *testing.T) {
			got := a.ask(t, v2+"posts?"+tt.query)
			if got.at("data", "params", tt.param) != tt.message || got.at("data", "details", tt.param, "code") != tt.code {
				t.Errorf("got %v, %v; want %s, %s", got.at("data", "params", tt.param), got.at("data", "details", tt.param), tt.message, tt.code)
			}
		})
	}
}

func TestEmptyListsAreNoErrors(t *testing.T) {
	a := newAPI(t, nil)
	for _, tt := range []struct {
		path         string
		total, pages int
		link         string
	}{
		{"posts?slug=nothing-here", 0, 0, ""},
		{"posts?search=zzzz&page=2", 0, 0, `<` + site + `/wp-json/wp/v2/posts?search=zzzz&page=0>; rel="prev"`},
		{"categories?page=99", 2, 1, `<` + site + `/wp-json/wp/v2/categories?page=1>; rel="prev"`},
		{"users?page=99", 2, 1, `<` + site + `/wp-json/wp/v2/users?page=1>; rel="prev"`},
		{"users?slug=no-one", 0, 0, ""},
		{"properties?redirectRef=nope", 0, 0, ""},
	} {
		t.Run(tt.path, func(t *testing.T) {
			got := a.ask(t, v2+tt.path)
			if got.status != http.StatusOK || strings.TrimSpace(got.text) != "[]" {
				t.Errorf("got %d %s, want 200 []", got.status, got.text)
			}
			wantTotals(t, got, tt.total, tt.pages)
			if tt.link != "" && got.header.Get("Link") != tt.link {
				t.Errorf("Link = %s, want %s", got.header.Get("Link"), tt.link)
			}
		})
	}
}

func wantTotals(t *testing.T, got reply, total, pages int) {
	t.Helper()
	if got.header.Get("X-WP-Total") != strconv.Itoa(total) || got.header.Get("X-WP-TotalPages") != strconv.Itoa(pages) {
		t.Errorf("totals %q in %q pages, want %d in %d", got.header.Get("X-WP-Total"), got.header.Get("X-WP-TotalPages"), total, pages)
	}
}

// TestEmptyFiltersFilterNothing holds WordPress's trap: an empty slug or include
// is no filter at all.
func TestEmptyFiltersFilterNothing(t *testing.T) {
	a := newAPI(t, nil)
	for _, query := range []string{"", "slug=", "include=", "include[]=", "exclude=", "search=", "author=", "unknown=parameter"} {
		if query == "include[]=" { // an empty item is no number
			if got := a.ask(t, v2+"posts?"+query); got.status != http.StatusBadRequest {
				t.Errorf("%s: got %d, want 400", query, got.status)
			}
			continue
		}
		got := a.ask(t, v2+"posts?"+query)
		if got.status != http.StatusOK || len(got.ids()) != 10 {
			t.Errorf("%s: got %d with %d posts, want 200 with ten", query, got.status, len(got.ids()))
		}
		wantTotals(t, got, 28, 3)
	}
}

// TestDatesAreToldInTheSitesZone: the post of midnight UTC is of one o'clock in Madrid.
func TestDatesAreToldInTheSitesZone(t *testing.T) {
	a := newAPI(t, nil)
	post := a.ask(t, v2+"posts/113")
	if post.at("date") != "2024-01-01T01:00:00" || post.at("date_gmt") != "2024-01-01T00:00:00" {
		t.Errorf("date %v, date_gmt %v", post.at("date"), post.at("date_gmt"))
	}
	for query, want := range map[string]bool{
		"after=2024-01-01T00:00:00Z":                                    false, // exclusive
		"after=2024-01-01T00:00:00.000Z":                                false,
		"after=2023-12-31T23:59:59Z":                                    true,
		"after=2024-01-01T00:59:59":                                     true, // without a zone: Madrid's
		"after=2024-01-01T01:00:00":                                     false,
		"after=2024-01-01T01:59:59%2B02:00":                             true,
		"after=2024-01-01T02:00:00%2B02:00":                             false,
		"after=2024-01-01T00:59:58%2B01:00":                             true,
		"before=2024-01-01T01:00:00":                                    false,
		"before=2024-01-01T01:00:01":                                    true,
		"modified_after=2024-01-01T00:59:59Z":                           false, // changed an hour after the date it first had
		"modified_after=2023-12-30T10:29:59Z":                           true,
		"modified_before=2023-12-30T10:30:01Z":                          true,
		"modified_before=2023-12-30T10:30:00Z":                          false,
		"after=2023-12-31t23:59:59z":                                    true,
		"after=2023-12-31T00:00:00&before=2024-01-02T00:00:00&author=2": false,
	} {
		got := a.ask(t, v2+"posts?per_page=100&"+query)
		if found := slices.Contains(got.ids(), 113); got.status != http.StatusOK || found != want {
			t.Errorf("%s: status %d, found %v, want %v", query, got.status, found, want)
		}
	}
}

func TestCredentialsOpenDraftsAndRevisions(t *testing.T) {
	a := newAPI(t, nil)
	auth := []string{"Authorization", string(contenttest.Credential)}
	draft := a.ask(t, v2+"posts/190", auth...)
	if draft.status != http.StatusOK || draft.at("status") != "draft" {
		t.Errorf("draft: %d %v", draft.status, draft.at("status"))
	}
	if cache := draft.header.Get("Cache-Control"); !strings.Contains(cache, "no-store") {
		t.Errorf("a draft is sent with Cache-Control %q", cache)
	}
	revisions := a.ask(t, v2+"posts/101/revisions?per_page=1", auth...)
	if revisions.status != http.StatusOK || revisions.at(0, "parent") != 101.0 ||
		revisions.at(0, "title", "rendered") != "Market Note 1, revised" || revisions.at(0, "content", "rendered") != "<p>New words.</p>" {
		t.Errorf("revisions: %d %v", revisions.status, revisions.body)
	}
	if none := a.ask(t, v2+"posts/102/revisions", auth...); none.status != http.StatusOK || none.text != "[]" {
		t.Errorf("never revised: %d %s", none.status, none.text)
	}
	// A wrong password is no password: public content stays public.
	if public := a.ask(t, v2+"posts/101", "Authorization", "Basic wrong"); public.status != http.StatusOK {
		t.Errorf("public post with a wrong password: %d", public.status)
	}
	if hidden := a.ask(t, v2+"posts/190", "Authorization", "Basic wrong"); hidden.status != http.StatusUnauthorized {
		t.Errorf("draft with a wrong password: %d", hidden.status)
	}
}
