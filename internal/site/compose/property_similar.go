package compose

import (
	"context"

	"estate/internal/content"
	"estate/internal/content/search"
)

const (
	similarLimit = 3
	// similarPricePercent is how much the price of a similar property may differ.
	similarPricePercent = 35
)

// similar are properties like p: same offer, type and city within 35 percent of its
// price. While there are too few: at any price, in the province, of any type,
// anywhere.
func (l *lookups) similar(ctx context.Context, p *content.Property) []*content.Property {
	near := search.Filter{
		Kind: search.KindProperties, Offers: firstOf(p.Offers), Types: firstOf(p.Types), Cities: idList(p.City),
		ExcludeIDs: []int{p.ID}, PerPage: similarLimit,
	}
	if p.City == 0 {
		near.Provinces = idList(p.Province)
	}
	priced := near
	if amount := p.Price.Public(); amount > 0 {
		difference := amount * similarPricePercent / 100
		priced.PriceFrom, priced.PriceTo = amount-difference, amount+difference
	}
	inProvince := near
	inProvince.Cities, inProvince.Provinces = nil, idList(p.Province)
	anyType := inProvince
	anyType.Types = nil
	anywhere := search.Filter{Kind: search.KindProperties, Offers: near.Offers, ExcludeIDs: near.ExcludeIDs, PerPage: similarLimit}
	return l.properties(ctx, similarLimit, priced, near, inProvince, anyType, anywhere)
}

// recent are the properties changed last.
func (l *lookups) recent(ctx context.Context, limit int) []*content.Property {
	return l.properties(ctx, limit, search.Filter{Kind: search.KindProperties, PerPage: limit})
}

// otherDevelopments are further developments, those of the same province first.
func (l *lookups) otherDevelopments(ctx context.Context, p *content.Development) []*content.Development {
	var found []*content.Development
	for _, provinces := range [][]int{idList(p.Province), nil} {
		exclude := []int{p.ID}
		for _, other := range found {
			exclude = append(exclude, other.ID)
		}
		list, err := l.source.Developments(ctx, l.lang, search.Filter{
			Kind: search.KindDevelopments, Provinces: provinces, ExcludeIDs: exclude, PerPage: similarLimit,
		})
		if err != nil {
			l.failure(ctx, "other developments", err)
			return found
		}
		for _, other := range list.Items {
			if found = append(found, other); len(found) == similarLimit {
				return found
			}
		}
	}
	return found
}

func firstOf(ids []int) []int { return ids[:min(1, len(ids)):min(1, len(ids))] }

// idList is the list of one id, nil for 0.
func idList(id int) []int {
	if id == 0 {
		return nil
	}
	return []int{id}
}
