package demo

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

var referencePattern = regexp.MustCompile(`^ZRE\d+[PG](-[A-Z0-9]{1,3})?$`)

var hrefPattern = regexp.MustCompile(`(?:href|src)="([^"]+)"|"link":"([^"]+)"`)

// found is a link and where it was found.
type found struct {
	link, in string
	lang     i18n.Lang // "" for any
}

func TestInternalLinksExist(t *testing.T) {
	c := agency(t)
	known := knownLinks(c)
	for _, f := range allLinks(t, c) {
		link, _, _ := strings.Cut(f.link, "#")
		link, query, _ := strings.Cut(link, "?")
		switch {
		case strings.Contains(link, "://"), strings.HasPrefix(link, "mailto:"), strings.HasPrefix(link, "tel:"):
			continue
		case !known[link]:
			t.Errorf("%s: %s does not exist", f.in, f.link)
		case f.lang != "" && !strings.HasPrefix(link, "/media/") && strings.HasPrefix(link, "/es/") != (f.lang == i18n.LangES):
			t.Errorf("%s: %s is not in the language %s", f.in, f.link, f.lang)
		case query != "" && !strings.HasSuffix(link, "/properties/") && !strings.HasSuffix(link, "/developments/"):
			t.Errorf("%s: %s has filters that its page does not support", f.in, f.link)
		}
	}
}

// knownLinks are the links of all published content and of the routes without content.
func knownLinks(c *Content) map[string]bool {
	known := map[string]bool{}
	for _, h := range heads(c) {
		known[h.Link] = true
		for _, link := range h.AlternativeLinks {
			known[link] = true
		}
	}
	for _, m := range c.Media {
		known[m.Image.URL] = true
	}
	for _, term := range c.Terms {
		for _, link := range term.AlternativeLinks {
			known[link] = true
		}
	}
	for _, lang := range i18n.Filled {
		for _, route := range []string{"/properties/", "/developments/", "/favorites/"} {
			known[lang.Prefix()+route] = true
		}
		for _, author := range c.Authors {
			known[author.LinkIn(lang)] = true
		}
	}
	return known
}

func allLinks(t *testing.T, c *Content) []found {
	t.Helper()
	var all []found
	inText := func(in string, lang i18n.Lang, text string) {
		for _, parts := range hrefPattern.FindAllStringSubmatch(text, -1) {
			all = append(all, found{parts[1] + parts[2], in, lang})
		}
	}
	for _, p := range c.Posts {
		inText(p.Link, p.Lang, string(p.Content))
	}
	for _, p := range c.Pages {
		inText(p.Link, p.Lang, string(p.Content))
		for _, section := range p.Sections {
			inText(p.Link, p.Lang, sectionText(t, section))
		}
	}
	for _, p := range c.Properties {
		for lang, text := range p.Description {
			inText(p.Link, lang, text)
		}
	}
	for _, lang := range i18n.Filled {
		all = append(all, menuLinks(c.Settings[lang], lang)...)
	}
	for _, r := range c.Redirects {
		all = append(all, found{r.To, "redirect from " + r.From, langOf(r.From)})
	}
	for _, r := range c.References {
		for lang, link := range r.Links {
			all = append(all, found{link, "reference " + r.Reference, lang})
		}
	}
	return all
}

// sectionText is the JSON of a section without escaping of HTML.
func sectionText(t *testing.T, section content.Section) string {
	t.Helper()
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(section.Fields); err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(`\"`, `"`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(text.String())
	return plain
}

func langOf(link string) i18n.Lang {
	if strings.HasPrefix(link, "/es/") {
		return i18n.LangES
	}
	return i18n.LangEN
}

// menuLinks are the links of the menus in one language, with the keys of the helper resolved.
func menuLinks(s *content.Settings, lang i18n.Lang) []found {
	all := []found{{s.SellLink[lang], "the sell link", lang}}
	for name, menu := range s.Menus {
		in := "menu " + name
		add := func(key string) {
			if key == "" {
				return
			}
			link := key
			if to, ok := menu.Helper[key]; ok {
				link = to[lang]
			}
			all = append(all, found{link, in + ", " + key, lang})
		}
		for _, item := range menu.Items {
			add(item.Link)
			for _, column := range item.Columns {
				add(column.Link)
				for _, entry := range column.Items {
					add(entry.Link)
				}
			}
		}
	}
	return all
}

func TestEveryTextExistsInBothLanguages(t *testing.T) {
	c := agency(t)
	check := func(in string, texts ...i18n.Text) {
		for _, text := range texts {
			if (text[i18n.LangEN] == "") != (text[i18n.LangES] == "") {
				t.Errorf("%s: text in only one language: %v", in, text)
			}
		}
	}
	for _, p := range c.Properties {
		check(p.Reference, p.Title, p.Subtitle, p.Description, p.Price.Note)
	}
	for _, d := range c.Developments {
		check(d.Reference, d.Title, d.Subtitle, d.Description, d.Delivery)
		check(d.Reference, d.Phases...)
		for _, unit := range d.Units {
			check(d.Reference+" "+unit.Name, unit.Type)
		}
	}
	for _, a := range c.Authors {
		check(a.Slug, a.Role, a.Description)
	}
	pages := map[string]int{}
	for _, p := range c.Posts {
		pages[p.AlternativeLinks[i18n.LangEN]]++
	}
	for _, p := range c.Pages {
		pages[p.AlternativeLinks[i18n.LangEN]]++
		if p.Title == "" || p.Fields.Description == "" {
			t.Errorf("%s has no title or no description for search engines", p.Link)
		}
		if len(p.Sections) == 0 && p.Content == "" {
			t.Errorf("%s is empty", p.Link)
		}
	}
	for link, n := range pages {
		if n != len(i18n.Filled) {
			t.Errorf("%s exists in %d languages", link, n)
		}
	}
}

func TestChosenPropertiesAndDevelopmentsExist(t *testing.T) {
	c := agency(t)
	ids := map[int]bool{}
	for _, h := range heads(c) {
		ids[h.ID] = true
	}
	for _, p := range c.Properties {
		if p.UnitsOf != 0 && !ids[p.UnitsOf] {
			t.Errorf("%s is a unit of the unknown development %d", p.Reference, p.UnitsOf)
		}
	}
	for _, page := range c.Pages {
		for _, section := range page.Sections {
			for _, id := range chosen(t, section) {
				if !ids[id] {
					t.Errorf("%s: section %s has the unknown id %d", page.Link, section.Layout, id)
				}
			}
		}
	}
}

// chosen are the ids of a section.
func chosen(t *testing.T, section content.Section) []int {
	t.Helper()
	fields, err := section.Decode()
	if err != nil {
		t.Fatal(err)
	}
	switch fields := fields.(type) {
	case *content.PropertiesFields:
		return fields.Properties.IDs
	case *content.PropertyCarouselFields:
		return fields.Properties.IDs
	case *content.PostsFields:
		return fields.IDs
	case *content.PropertyBodyFields:
		return []int{fields.ID}
	case *content.DevelopmentFields:
		return []int{fields.ID}
	case *content.PostBodyFields:
		return []int{fields.ID}
	}
	return nil
}
