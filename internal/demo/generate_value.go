package demo

import (
	"estate/internal/content"
)

// measure gives the home rooms and sizes that belong together.
func (d *draft) measure() {
	p := d.home
	switch d.kind.slug {
	case "apartments":
		p.Bedrooms = 1 + (d.IntN(4)+d.IntN(4))/2
		p.Bathrooms = max(1, p.Bedrooms-d.IntN(2))
		p.BuiltSize = 34 + p.Bedrooms*d.between(28, 46)
		p.TerraceSize = d.between(6, 20) + p.Bedrooms*d.IntN(22)
	case "villas":
		p.Bedrooms = 3 + (d.IntN(7)+d.IntN(7))/2
		p.Bathrooms = max(2, p.Bedrooms-1+d.IntN(3))
		p.BuiltSize = p.Bedrooms * d.between(62, 128)
		p.PlotSize = p.BuiltSize*d.between(17, 42)/10 + 200
		p.TerraceSize = p.BuiltSize * d.between(12, 38) / 100
	case "houses":
		p.Bedrooms = 2 + (d.IntN(4)+d.IntN(3))/2
		p.Bathrooms = max(1, p.Bedrooms-d.IntN(2))
		p.BuiltSize = 40 + p.Bedrooms*d.between(32, 48)
		p.PlotSize = d.between(70, 320)
		p.TerraceSize = d.between(10, 70)
	case "country-properties":
		p.Bedrooms = d.between(2, 8)
		p.Bathrooms = max(1, p.Bedrooms-d.IntN(3))
		p.BuiltSize = 60 + p.Bedrooms*d.between(35, 90)
		p.PlotSize = d.between(4, 600) * 1000
		p.TerraceSize = d.between(20, 120)
	case "plots-and-lands":
		p.PlotSize = d.between(6, 60) * 100
	case "commercials":
		p.Bathrooms = d.between(1, 2)
		p.BuiltSize = d.between(38, 420)
	case "unique-buildings":
		p.Bedrooms = d.between(6, 18)
		p.Bathrooms = p.Bedrooms - d.IntN(3)
		p.BuiltSize = p.Bedrooms * d.between(40, 110)
		p.PlotSize = p.BuiltSize * d.between(8, 30) / 10
		p.TerraceSize = d.between(20, 180)
	default:
		p.BuiltSize = d.between(6, 120)
	}
}

// worth is what the home would sell for: built metres and land at the rates of
// its market, better or worse by a quarter.
func (d *draft) worth() int {
	p, m := d.home, d.market
	rate := m.house
	switch d.kind.slug {
	case "apartments":
		rate = m.flat
	case "commercials":
		rate = m.flat * 9 / 10
	case "other":
		rate = m.flat / 3
	}
	land := p.PlotSize * m.land
	switch d.kind.slug {
	case "houses":
		land /= 3
	case "villas":
		land = land * 6 / 10 // the rate of the house holds part of its ground
	case "country-properties":
		land = p.PlotSize * min(m.land, 12)
	}
	worth := p.BuiltSize*rate + p.TerraceSize*rate/6 + land
	return max(6000, worth*d.between(76, 126)/100)
}

// rounded brings an amount to the figures that owners write on paper.
func rounded(amount int) int {
	step := 50
	switch {
	case amount >= 3_000_000:
		step = 50_000
	case amount >= 600_000:
		step = 5_000
	case amount >= 40_000:
		step = 1_000
	}
	return max(step, (amount+step/2)/step*step)
}

// offer decides whether the home is sold, let or lent for holidays, and asks a
// price that follows from its worth.
func (d *draft) offer(s *stock) {
	switch roll := d.IntN(100); {
	case d.kind.holidays && roll < 9:
		d.holiday(s)
	case d.kind.lets && roll < 25:
		d.price(s, s.rent, content.PriceMonth, d.value*d.between(32, 44)/10_000)
	default:
		d.price(s, s.sale, content.PriceSale, d.value)
		d.reserve()
	}
}

// holiday asks by the week, the day or the fortnight, and carries a number of the register.
func (d *draft) holiday(s *stock) {
	week := min(max(d.value*d.between(10, 15)/10_000, 480), 24_000)
	switch d.IntN(10) {
	case 0, 1, 2:
		d.price(s, s.holidays, content.PriceDay, max(70, week/6))
	case 3, 4:
		d.price(s, s.holidays, content.Price15Days, week*19/10)
	default:
		d.price(s, s.holidays, content.PriceWeek, week)
	}
	d.home.Registration = "VUT/MA/" + itoa(d.home.ID)
}

func (d *draft) price(s *stock, offers []int, mode content.PriceMode, amount int) {
	d.home.Offers = offers
	d.home.Price = content.Price{Amount: roundedFor(mode, amount), Currency: "EUR", Mode: mode, Note: s.notes[string(mode)]}
	if d.chance(8) {
		d.home.Price.Previous = roundedFor(mode, amount*d.between(106, 118)/100)
		if d.home.Price.Previous <= d.home.Price.Amount {
			d.home.Price.Previous = 0
		}
	}
}

// roundedFor rounds prices for a day to five euros and all others as owners do.
func roundedFor(mode content.PriceMode, amount int) int {
	if mode == content.PriceDay {
		return (amount + 2) / 5 * 5
	}
	return rounded(amount)
}

// reserve hides the price of some dear homes and leaves a few without one.
func (d *draft) reserve() {
	price := &d.home.Price
	switch {
	case price.Amount > 4_000_000 && d.chance(18):
		*price = content.Price{Amount: price.Amount, Currency: price.Currency, Mode: price.Mode, OnAsk: true}
	case d.chance(1):
		*price = content.Price{Mode: price.Mode}
	}
}
