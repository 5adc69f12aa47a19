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
		for _, city := range []string{"marbella", "marbella-golden-mile", "benahavis", "marbella-puerto-banus", "nueva-andalucia", "marbella-este", "san-pedro-de-alcantara", "malaga"} {
			header := headerOf(prefix + "/cities/" + city + "/")
			said := offerLinks(header)
			counts, offers := offerCounts(t, header.Search), 0
			for i, id := range []string{"3", "10", "12"} {
				if counts[id] > 0 {
					offers++
				}
				text, found := said[id]
				// The first one names the homes: "71 homes for sale".
				number, rest, _ := strings.Cut(text, " ")
				told := strings.HasSuffix(" "+rest, words[i]) && number == strconv.Itoa(counts[id])
				if len(counts) > 1 && counts[id] > 0 && !told {
					t.Errorf("%s%s: the links %q do not say %d%s", prefix, city, said, counts[id], words[i])
				}
				if counts[id] == 0 && found {
					t.Errorf("%s%s: the link %q leads to nothing", prefix, city, text)
				}
			}
			if offers > 1 {
				mixed++
			}
			if sale := headerOf(prefix + "/cities/" + city + "/?s_offer=3"); len(sale.Links) > 0 || strings.Contains(sale.Subtitle, words[1]) {
				t.Errorf("%s%s for sale only: %q, links %+v", prefix, city, sale.Subtitle, sale.Links)
			}
		}
		if mixed < 4 {
			t.Errorf("%d places mix offers, want some", mixed)
		}
	}
}

// offerLinks are the texts of the links of a header to the properties of one offer, by its id.
func offerLinks(header view.Header) map[string]string {
	texts := map[string]string{}
	for _, anchor := range header.Links {
		if _, id, found := strings.Cut(anchor.Href, "?s_offer="); found {
			texts[id] = anchor.Text
		}
	}
	return texts
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
