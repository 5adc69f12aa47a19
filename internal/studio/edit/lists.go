package edit

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/studio/account"
)

// ListOption is an entry of an option list, in the language of a user.
type ListOption struct {
	ID     int
	Slug   string // the value of checks and of conditions; of a feature its key
	Name   string
	Parent int // of a place
}

// FormLists are the option lists of a form, by their names in content.FormField.
func (s *Service) FormLists(ctx context.Context, user *account.User, t content.Type) (map[string][]ListOption, error) {
	if s.store == nil || formOf(t) == nil {
		return nil, ErrNotFound
	}
	catalog, err := content.LoadCatalog(ctx, s.store, user.Lang)
	if err != nil {
		return nil, err
	}
	lists := map[string][]ListOption{
		content.ListOffers: options(catalog.Offers, user.Lang), content.ListTypes: options(catalog.Types, user.Lang),
		content.ListCategories:            options(catalog.Categories, user.Lang),
		content.ListDevelopmentCategories: options(catalog.DevelopmentCategories, user.Lang),
		content.ListCollections:           options(catalog.Collections, user.Lang),
		content.ListFeatures:              features(user.Lang),
	}
	for list, level := range map[string]search.Level{
		content.ListProvinces: search.LevelProvince, content.ListCities: search.LevelCity, content.ListSubareas: search.LevelSubarea,
	} {
		places := slices.Clone(catalog.Locations)
		places = slices.DeleteFunc(places, func(place search.Option) bool { return catalog.Level(place.ID) != level })
		lists[list] = options(places, user.Lang)
	}
	for _, author := range s.store.Authors() {
		lists[content.ListPeople] = append(lists[content.ListPeople], ListOption{ID: author.ID, Slug: author.Slug, Name: author.Name})
	}
	err = s.store.AllDevelopments(ctx, func(d *content.Development) error {
		if d.Status != content.StatusTrash {
			one := ListOption{ID: d.ID, Slug: d.Slug, Name: d.TitleIn(user.Lang)}
			lists[content.ListDevelopments] = append(lists[content.ListDevelopments], one)
		}
		return nil
	})
	byName := func(a, b ListOption) int { return strings.Compare(i18n.Fold(a.Name), i18n.Fold(b.Name)) }
	byNames := []string{content.ListCities, content.ListSubareas, content.ListFeatures, content.ListPeople, content.ListDevelopments}
	for _, list := range byNames {
		slices.SortStableFunc(lists[list], byName)
	}
	return lists, err
}

func options(list []search.Option, lang i18n.Lang) []ListOption {
	all := make([]ListOption, len(list))
	for i := range list {
		all[i] = ListOption{ID: list[i].ID, Slug: list[i].Slug, Name: cmp.Or(list[i].Name.In(lang), list[i].Slug), Parent: list[i].Parent}
	}
	return all
}

func features(lang i18n.Lang) (all []ListOption) {
	for _, feature := range search.Features() {
		all = append(all, ListOption{Slug: feature.Key, Name: feature.Name.In(lang)})
	}
	return all
}
