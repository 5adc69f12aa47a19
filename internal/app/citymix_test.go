package app

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"estate/internal/site/view"
)

func TestCityPagesTellTheOffersThatTheyMix(t *testing.T) {
	_, server := startSite(t, nil)
	headerOf := func(link string) view.Header {
		_, body := get(t, server, "/_view"+link)
		var answer struct{ View struct{ Header view.Header } }
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		return answer.View.Header
	}
	for prefix, words := range map[string][3]string{
		"": {" for sale", " for rent", " for holidays"}, "/es": {" en venta", " en alquiler", " para vacaciones"},
	} {
		mixed := 0
		said := func(header view.Header) string {
			var all []string
			for _, line := range header.Links {
				all = append(all, line.Text)
			}
			return strings.Join(all, ", ")
		}
		for _, city := range []string{"marbella", "marbella-golden-mile", "benahavis", "marbella-puerto-banus", "nueva-andalucia", "marbella-este", "san-pedro-de-alcantara", "malaga"} {
			header := headerOf(prefix + "/cities/" + city + "/")
			counts, offers := offerCounts(t, header.Search), 0
			for i, id := range []string{"3", "10", "12"} {
				if counts[id] > 0 {
					offers++
				}
				// The first one names the homes: "71 homes for sale".
				text := said(header)
				if len(counts) > 1 && counts[id] > 0 && (!strings.Contains(text, words[i]) || !strings.Contains(text, strconv.Itoa(counts[id]))) {
					t.Errorf("%s%s: %q does not say %d%s", prefix, city, text, counts[id], words[i])
				}
				if counts[id] == 0 && strings.Contains(text, words[i]) {
					t.Errorf("%s%s: %q has nothing%s", prefix, city, text, words[i])
				}
			}
			if offers > 1 {
				mixed++
			}
			if sale := headerOf(prefix + "/cities/" + city + "/?s_offer=3"); strings.Contains(said(sale), words[1]) {
				t.Errorf("%s%s for sale only: %q", prefix, city, said(sale))
			}
		}
		if mixed < 4 {
			t.Errorf("%d places mix offers, want some", mixed)
		}
	}
}

// offerCounts are the numbers of properties by the id of their offer, without those of none.
func offerCounts(t *testing.T, panel *view.SearchPanel) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, field := range panel.Fields {
		for _, option := range field.Options {
			_, count, found := strings.Cut(option.Label, " (")
			n, err := strconv.Atoi(strings.TrimSuffix(count, ")"))
			if field.Name == "s_offer" && found && err == nil && n > 0 {
				counts[option.Value] = n
			}
		}
	}
	return counts
}
