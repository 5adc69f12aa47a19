package wordpress

import (
	"slices"
	"strings"
	"time"

	"estate/internal/content"
)

// facts decodes what buyers and portals ask for beside sizes and price.
func (d decoder) facts(p *content.Property, n node) {
	p.NationalRegistration = field(n, "national_registration_number").text()
	p.Availability = d.availabilityOf(p, field(n, "availability").text())
	p.UsableSize = d.count(field(n, "usable_size"), "usable size")
	p.BuiltYear = d.year(field(n, "built_year"))
	p.NewBuild = field(n, "new_build").boolean()
	p.Orientation = d.orientation(field(n, "orientation").text())
	p.Floor = strings.TrimSpace(field(n, "floor").plain())
	switch tenure := content.Tenure(field(n, "tenure").text()); tenure {
	case content.TenureLeasehold, content.TenurePartOwnership:
		p.Tenure = tenure
	}
	costs := field(n, "costs")
	p.Costs = content.Costs{
		Community: d.yearly(costs.at("community_fee"), "community fee"), IBI: d.yearly(costs.at("ibi"), "IBI"),
		Waste: d.yearly(costs.at("waste_tax"), "waste tax"),
	}
	p.Address = address(field(n, "address"))
	p.Country = d.country(field(n, "country").text())
	p.CadastralReference = strings.TrimSpace(field(n, "cadastral_reference").text())
	p.InformationSheet = d.informationSheet(field(n, "information_sheet"))
	p.Origin = origin(n)
	for _, name := range field(n, "locks").texts() {
		if slices.Contains(content.LockableFields, name) {
			p.Locks = append(p.Locks, name)
		}
	}
	p.Private = private(field(n, "private"))
}

// availabilityOf is the state of a property, "" where the badge says the same.
func (d decoder) availabilityOf(p *content.Property, text string) content.Availability {
	state := content.ParseAvailability(text)
	if state == "" && strings.TrimSpace(text) != "" {
		d.unreadable("availability", text)
	}
	if state == p.State() {
		return ""
	}
	return state
}

// year decodes a year from 1000 on, 0 for none.
func (d decoder) year(n node) int {
	year := d.count(n, "year built")
	if year != 0 && (year < 1000 || year > 9999) {
		d.unreadable("year built", n.text())
		return 0
	}
	return year
}

func (d decoder) orientation(text string) string {
	direction := content.Orientation(text)
	if direction == "" && strings.TrimSpace(text) != "" {
		d.unreadable("orientation", text)
	}
	return direction
}

// country is a code of two letters, "" for any other text.
func (d decoder) country(text string) string {
	text = strings.ToUpper(strings.TrimSpace(text))
	if text != "" && (len(text) != 2 || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "") {
		d.unreadable("country", text)
		return ""
	}
	return text
}

// address decodes an address. One without a known visibility is hidden.
func address(n node) *content.Address {
	a := &content.Address{
		Street: strings.TrimSpace(n.at("street").plain()), Number: strings.TrimSpace(n.at("number").plain()),
		Postcode: strings.TrimSpace(n.at("postcode").plain()), Visibility: content.AddressHidden,
	}
	switch visibility := content.AddressVisibility(n.at("visibility").text()); visibility {
	case content.AddressFull, content.AddressStreet:
		a.Visibility = visibility
	}
	if a.Street == "" && a.Number == "" && a.Postcode == "" {
		return nil
	}
	return a
}

func (d decoder) informationSheet(n node) *content.InformationSheet {
	sheet := &content.InformationSheet{Document: d.file(n.at("document"))}
	if date := n.at("date").text(); date != "" {
		if _, err := time.Parse(time.DateOnly, date); err == nil {
			sheet.Date = date
		} else {
			d.unreadable("date of the information sheet", date)
		}
	}
	if *sheet == (content.InformationSheet{}) {
		return nil
	}
	return sheet
}

// origin decodes where the property comes from. A CMS that does not tell it still tells whether
// the property may be given to portals.
func origin(n node) *content.Origin {
	source := field(n, "source")
	o := &content.Origin{System: source.at("system").text(), Key: source.at("key").text(), Shared: source.at("shared").boolean()}
	if syndicate, told := n.at("syndicate").value.(bool); told && !syndicate {
		o.Shared = true
	}
	if *o == (content.Origin{}) {
		return nil
	}
	return o
}

func private(n node) *content.Private {
	p := &content.Private{Note: n.at("note").plain(), Lister: n.at("lister").plain()}
	if commission := n.at("commission"); commission.isObject() {
		c := &content.Commission{
			Value: commission.at("value").decimal(), Split: commission.at("split").decimal(),
			Note: commission.at("note").plain(),
		}
		if *c != (content.Commission{}) {
			p.Commission = c
		}
	}
	if *p == (content.Private{}) {
		return nil
	}
	return p
}
