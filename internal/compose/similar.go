package compose

import (
	"estate/internal/content"
	"estate/internal/search"
)

const (
	similarHomes = 3
	// similarSpread is how far a similar home's price may lie off, in percent.
	similarSpread = 35
)

// similar are homes like p: same offer, type and city within 35 percent of its
// price; then, while there are too few, at any price, in the province, of any
// type. A sold home's page leads on to them.
func (d *draft) similar(p *content.Property) []*content.Property {
	near := search.Filter{
		Kind: search.KindProperties, Offers: firstOf(p.Offers), Types: firstOf(p.Types), Cities: id(p.City),
		ExcludeIDs: []int{p.ID}, PerPage: similarHomes,
	}
	if p.City == 0 {
		near.Provinces = id(p.Province)
	}
	priced := near
	if amount := p.Price.Public(); amount > 0 {
		priced.PriceFrom, priced.PriceTo = amount-amount*similarSpread/100, amount+amount*similarSpread/100
	}
	wider := near
	wider.Cities, wider.Provinces = nil, id(p.Province)
	widest := wider
	widest.Types = nil
	return d.gather(similarHomes, priced, near, wider, widest, search.Filter{Kind: search.KindProperties, Offers: near.Offers, ExcludeIDs: near.ExcludeIDs, PerPage: similarHomes})
}

// gather asks one filter after the other until there are enough homes, none twice.
func (d *draft) gather(enough int, filters ...search.Filter) []*content.Property {
	var found []*content.Property
	for _, f := range filters {
		for _, home := range found {
			f.ExcludeIDs = append(f.ExcludeIDs[:len(f.ExcludeIDs):len(f.ExcludeIDs)], home.ID)
		}
		list, err := d.source.Properties(d.ctx, d.lang, f)
		if err != nil {
			d.missed("similar homes", err)
			return found
		}
		for _, home := range list.Items {
			if found = append(found, home); len(found) == enough {
				return found
			}
		}
	}
	return found
}

func firstOf(ids []int) []int { return ids[:min(1, len(ids)):min(1, len(ids))] }

func id(n int) []int {
	if n == 0 {
		return nil
	}
	return []int{n}
}

// recent are the homes changed last.
func (d *draft) recent(n int) []*content.Property {
	return d.gather(n, search.Filter{Kind: search.KindProperties, PerPage: n})
}
