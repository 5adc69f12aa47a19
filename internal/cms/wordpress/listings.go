package wordpress

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Properties returns the properties that match f, without counts per option.
func (c *Client) Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	f.Kind = search.KindProperties
	return listing[*content.Property](ctx, c, lang, f)
}

// Developments returns the developments that match f, without counts per option.
func (c *Client) Developments(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Development], error) {
	f.Kind = search.KindDevelopments
	return listing[*content.Development](ctx, c, lang, f)
}

func listing[T content.Entity](ctx context.Context, c *Client, lang i18n.Lang, f search.Filter) (*content.Listing[T], error) {
	found := &content.Listing[T]{}
	if f.IDs != nil && len(f.IDs) == 0 {
		return found, nil
	}
	params := filterParams(f).with(ratesParam(f, c.config.Rates)).with(c.config.Params)
	api := c.apiLang(ctx, lang)
	tree, header, err := c.list(ctx, api, string(f.Kind), params, max(1, f.Page))
	if err != nil {
		return nil, err
	}
	items, err := withMedia(ctx, c, api, func(d decoder) (items []T) {
		for _, item := range d.typed(tree, string(f.Kind)).list() {
			if entity, ok := d.entity(item).(T); ok {
				items = append(items, entity)
			}
		}
		return items
	})
	if err != nil {
		return nil, err
	}
	found.Items = inLanguage(c, items, lang)
	if header != nil {
		found.Total, found.TotalPages = Totals(header, 0)
	}
	return found, nil
}

// ratesParam tells the agency's plugin the euros of one unit of other currencies, where a filter or an order by price
// needs them: "GBP:1.17,USD:0.9".
func ratesParam(f search.Filter, rates map[string]float64) Params {
	byPrice := f.PriceFrom > 0 || f.PriceTo > 0 || f.Sort == search.SortPriceHigh || f.Sort == search.SortPriceLow
	if !byPrice || len(rates) == 0 {
		return nil
	}
	pairs := make([]string, 0, len(rates))
	for _, currency := range slices.Sorted(maps.Keys(rates)) {
		pairs = append(pairs, currency+":"+strconv.FormatFloat(rates[currency], 'f', -1, 64))
	}
	return Params{"estate_rates": strings.Join(pairs, ",")}
}

// filterParams converts a filter into parameters of the CMS (specification §3.12 and §7.8).
func filterParams(f search.Filter) Params {
	params := Params{embed: false, "page": max(1, f.Page), "per_page": search.PerPage}
	for key, value := range f.Query() {
		params[key] = value
	}
	if options, ok := params[search.KeyOptions]; ok {
		delete(params, search.KeyOptions)
		if decoded, err := url.QueryUnescape(options.(string)); err == nil {
			params[search.KeyCollections] = escapeQuery(decoded)
		}
	}
	delete(params, search.KeyMap) // the CMS knows no windows of a map
	if text, ok := params[search.KeySearch]; ok {
		delete(params, search.KeySearch)
		params["search"] = text
	}
	if f.PerPage > 0 {
		params["per_page"] = min(f.PerPage, maxPerPage)
	}
	if len(f.IDs) > 0 {
		params["include"] = joinIDs(f.IDs)
	}
	if len(f.ExcludeIDs) > 0 {
		params["exclude"] = joinIDs(f.ExcludeIDs)
	}
	switch {
	case f.Sort != "":
	case len(f.IDs) > 0:
		params["orderby"] = "include"
	default:
		params[search.KeySort] = string(search.SortModified)
	}
	if f.FindsSold() {
		params[search.KeySold] = "1"
	}
	joinPlaces(params, f)
	byCitySlug(params, f)
	return params
}

// joinPlaces sends the places of several levels in one list, because a CMS combines keys by AND and the values of
// one by OR. All keys of places read ids of any level.
func joinPlaces(params Params, f search.Filter) {
	places := slices.Concat(f.Provinces, f.Cities, f.Subareas)
	if len(places) == max(len(f.Provinces), len(f.Cities), len(f.Subareas)) {
		return
	}
	delete(params, search.KeyProvince)
	delete(params, search.KeySubarea)
	params[search.KeyCity] = joinIDs(places)
}

// byCitySlug adds the parameters of a city page (specification §7.8.1). The operator makes the
// CMS read every list as slugs, so it is set only when the place is the only list.
func byCitySlug(params Params, f search.Filter) {
	places := len(f.Provinces) + len(f.Cities) + len(f.Subareas)
	lists := len(f.Offers) + len(f.Types) + len(f.Categories) + len(f.Collections)
	if f.CitySlug == "" || lists > 0 && places > 0 {
		return
	}
	delete(params, search.KeyProvince)
	delete(params, search.KeySubarea)
	params[search.KeyCity] = f.CitySlug
	if lists == 0 {
		params[search.KeyOperator] = "slug"
	}
}
