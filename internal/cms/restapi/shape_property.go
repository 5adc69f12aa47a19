package restapi

import (
	"estate/internal/content"
	"estate/internal/content/search"
)

// property is the item of a property. Fields of WordPress have their WordPress names; the
// plugin's fields stand beside acf, which holds the texts.
func (c *call) property(t *postType, p *content.Property) item {
	var o object
	c.propertyHead(t, &o, &propertyBase{
		head: &p.Head, title: p.TitleIn(c.lang), description: p.Description.In(c.lang), agent: p.Agent,
		featured: p.Featured, placing: p.Placing,
	})
	o.put("acf", c.propertyACF(&p.Placing, propertyTexts{p.Title, p.Subtitle, p.Description}))
	c.putCommonFields(&o, commonFields{
		head: &p.Head, reference: p.Reference, promo: p.PromoName, htmls: p.HTMLs, extra: p.Extra,
		featured: p.Featured, gallery: p.Gallery, plans: p.Plans,
	})
	o.put("price", c.price(p.Price))
	o.put("bedrooms", p.Bedrooms)
	o.put("bathrooms", p.Bathrooms)
	o.put("plot_size", p.PlotSize)
	o.put("built_size", p.BuiltSize)
	o.put("terrace_size", p.TerraceSize)
	o.put("badges", strs(p.EditorBadges()))
	o.put("features", strs(p.Features))
	c.putPlacing(&o, p.ID, search.KeyCategory, p.Placing, p.Location, p.Energy)
	o.put("registration_number", p.Registration)
	c.putFacts(&o, p)
	o.put("agent", orNull(p.Agent))
	o.put("development", orNull(p.UnitsOf))
	o.put("units_of", orNull(p.UnitsOf))
	return item{o, c.propertyLinks(t, &p.Head, p.Agent, p.Featured, p.Placing)}
}

// development is the item of a development with its units.
func (c *call) development(t *postType, d *content.Development) item {
	var o object
	c.propertyHead(t, &o, &propertyBase{
		head: &d.Head, title: d.TitleIn(c.lang), description: d.Description.In(c.lang), agent: d.Agent,
		featured: d.Featured, placing: d.Placing,
	})
	o.put("acf", c.propertyACF(&d.Placing, propertyTexts{d.Title, d.Subtitle, d.Description}))
	c.putCommonFields(&o, commonFields{
		head: &d.Head, reference: d.Reference, promo: d.PromoName, htmls: d.HTMLs, extra: d.Extra,
		featured: d.Featured, gallery: d.Gallery, plans: d.Plans,
	})
	price := d.Price
	if price.OnAsk && !c.cfg.ShowHiddenPrices {
		price.From, price.To = 0, 0
	}
	o.put("price", object{{"from", price.From}, {"to", price.To}, {"on_ask", price.OnAsk}})
	o.put("units", c.units(d.Units))
	c.putText(&o, "delivery", d.Delivery)
	phases := make([]any, len(d.Phases))
	for i, phase := range d.Phases {
		phases[i] = phase
	}
	o.put("phases", phases)
	o.put("badges", strs(d.Badges))
	o.put("features", strs(d.Features))
	c.putPlacing(&o, d.ID, search.KeyCategories, d.Placing, d.Location, d.Energy)
	o.put("agent", orNull(d.Agent))
	return item{o, c.propertyLinks(t, &d.Head, d.Agent, d.Featured, d.Placing)}
}

// price is the price of a property. On ask, the amount is left out.
func (c *call) price(p content.Price) object {
	if p.OnAsk && !c.cfg.ShowHiddenPrices {
		p.Amount, p.Previous = 0, 0
	}
	o := object{
		{"amount", p.Amount},
		{"currency", p.Currency},
		{"mode", string(p.Mode)},
		{"on_ask", p.OnAsk},
		{"previous", p.Previous},
	}
	c.putText(&o, "note", p.Note)
	return o
}

func (c *call) units(list []content.Unit) []any {
	units := make([]any, len(list))
	for i, unit := range list {
		o := object{{"name", unit.Name}}
		c.putText(&o, "type", unit.Type)
		units[i] = append(o, object{
			{"floor", unit.Floor},
			{"beds", unit.Beds},
			{"baths", unit.Baths},
			{"built", unit.Built},
			{"terrace", unit.Terrace},
			{"price", unit.Price},
			{"availability", string(unit.Availability)},
		}...)
	}
	return units
}

// putPlacing puts the terms, the position and the energy label.
func (c *call) putPlacing(o *object, id int, categories string, p content.Placing, at *content.GeoPoint, e *content.Energy) {
	o.put(search.KeyOffer, numbers(p.Offers))
	o.put(search.KeyType, numbers(p.Types))
	o.put(search.KeyProvince, orNull(p.Province))
	o.put(search.KeyCity, orNull(p.City))
	o.put(search.KeySubarea, orNull(p.Subarea))
	o.put(categories, numbers(p.Categories))
	o.put("collections", strs(p.Collections))
	o.put("location", false)
	if at != nil {
		public := at.Public(id)
		(*o)[len(*o)-1].value = object{{"lat", public.Lat}, {"lng", public.Lng}, {"precision", at.Precision}}
	}
	o.put("energy", false)
	if e != nil {
		(*o)[len(*o)-1].value = object{
			{"consumption", e.Consumption},
			{"consumption_value", e.ConsumptionValue},
			{"emissions", e.Emissions},
			{"emissions_value", e.EmissionsValue},
			{"status", e.Status},
		}
	}
}
