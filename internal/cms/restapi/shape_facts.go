package restapi

import "estate/internal/content"

// putFacts puts what buyers and portals ask for beside sizes and price. Of an address it tells
// only the public part. Source, locks and private notes go only to a site that may know hidden
// prices too.
func (c *call) putFacts(o *object, p *content.Property) {
	o.put("national_registration_number", p.NationalRegistration)
	o.put("availability", string(p.State()))
	o.put("usable_size", p.UsableSize)
	o.put("built_year", p.BuiltYear)
	o.put("new_build", p.NewBuild)
	o.put("orientation", p.Orientation)
	o.put("floor", p.Floor)
	o.put("tenure", string(p.Tenure))
	o.put("costs", object{{"community_fee", p.Costs.Community}, {"ibi", p.Costs.IBI}, {"waste_tax", p.Costs.Waste}})
	address, cadastral := p.Address.Public(), p.PublicCadastralReference()
	if c.cfg.ShowHiddenPrices {
		address, cadastral = p.Address, p.CadastralReference
	}
	o.put("address", orFalseObject(address != nil, func() object {
		return object{
			{"street", address.Street}, {"number", address.Number}, {"postcode", address.Postcode}, {"visibility", string(address.Visibility)},
		}
	}))
	o.put("country", p.Country)
	o.put("cadastral_reference", cadastral)
	sheet := p.InformationSheet
	o.put("information_sheet", orFalseObject(sheet != nil, func() object {
		return object{{"document", sheet.Document}, {"date", sheet.Date}}
	}))
	o.put("syndicate", p.Own())
	if !c.cfg.ShowHiddenPrices {
		return
	}
	source, private := p.Origin, p.Private
	o.put("source", orFalseObject(source != nil, func() object {
		return object{{"system", source.System}, {"key", source.Key}, {"shared", source.Shared}}
	}))
	o.put("locks", strs(p.Locks))
	o.put("private", orFalseObject(private != nil, func() object {
		kept := object{{"note", private.Note}, {"lister", private.Lister}}
		if private.Commission != nil {
			kept.put("commission", object{
				{"value", private.Commission.Value}, {"split", private.Commission.Split}, {"note", private.Commission.Note},
			})
		}
		return kept
	}))
}

// orFalseObject is the object, false for none.
func orFalseObject(exists bool, make func() object) any {
	if !exists {
		return false
	}
	return make()
}
