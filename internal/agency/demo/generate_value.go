package demo

import (
	"estate/internal/content"
)

// setSizes sets rooms and sizes that fit the type.
func (b *builder) setSizes() {
	p := b.property
	switch b.kind.slug {
	case "apartments":
		p.Bedrooms = 1 + (b.IntN(4)+b.IntN(4))/2
		p.Bathrooms = max(1, p.Bedrooms-b.IntN(2))
		p.BuiltSize = 34 + p.Bedrooms*b.between(28, 46)
		p.TerraceSize = b.between(6, 20) + p.Bedrooms*b.IntN(22)
	case "villas":
		p.Bedrooms = 3 + (b.IntN(7)+b.IntN(7))/2
		p.Bathrooms = max(2, p.Bedrooms-1+b.IntN(3))
		p.BuiltSize = p.Bedrooms * b.between(62, 128)
		p.PlotSize = p.BuiltSize*b.between(17, 42)/10 + 200
		p.TerraceSize = p.BuiltSize * b.between(12, 38) / 100
	case "houses":
		p.Bedrooms = 2 + (b.IntN(4)+b.IntN(3))/2
		p.Bathrooms = max(1, p.Bedrooms-b.IntN(2))
		p.BuiltSize = 40 + p.Bedrooms*b.between(32, 48)
		p.PlotSize = b.between(70, 320)
		p.TerraceSize = b.between(10, 70)
	case "country-properties":
		p.Bedrooms = b.between(2, 8)
		p.Bathrooms = max(1, p.Bedrooms-b.IntN(3))
		p.BuiltSize = 60 + p.Bedrooms*b.between(35, 90)
		p.PlotSize = b.between(4, 600) * 1000
		p.TerraceSize = b.between(20, 120)
	case "plots-and-lands":
		p.PlotSize = b.between(6, 60) * 100
	case "commercials":
		p.Bathrooms = b.between(1, 2)
		p.BuiltSize = b.between(38, 420)
	case "unique-buildings":
		p.Bedrooms = b.between(6, 18)
		p.Bathrooms = p.Bedrooms - b.IntN(3)
		p.BuiltSize = p.Bedrooms * b.between(40, 110)
		p.PlotSize = p.BuiltSize * b.between(8, 30) / 10
		p.TerraceSize = b.between(20, 180)
	default:
		p.BuiltSize = b.between(6, 120)
	}
}

// estimateValue is the sale value in euros: built area and land at the rates of the
// market, varied by a quarter.
func (b *builder) estimateValue() int {
	p, m := b.property, b.market
	rate := m.houseRate
	switch b.kind.slug {
	case "apartments":
		rate = m.flatRate
	case "commercials":
		rate = m.flatRate * 9 / 10
	case "other":
		rate = m.flatRate / 3
	}
	land := p.PlotSize * m.landRate
	switch b.kind.slug {
	case "houses":
		land /= 3
	case "villas":
		land = land * 6 / 10 // the rate of the house includes a part of the plot
	case "country-properties":
		land = p.PlotSize * min(m.landRate, 12)
	}
	value := p.BuiltSize*rate + p.TerraceSize*rate/6 + land
	return max(6000, value*b.between(76, 126)/100)
}

// roundPrice rounds an amount like a price in an advertisement.
func roundPrice(amount int) int {
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

// setOffer chooses sale, rent or holiday rental and sets a price derived from the value.
func (b *builder) setOffer(g *generator) {
	switch roll := b.IntN(100); {
	case b.kind.forHolidays && roll < 9:
		b.setHolidayPrice(g)
	case b.kind.forRent && roll < 25:
		b.setPrice(g, g.rent, content.PriceMonth, b.value*b.between(32, 44)/10_000)
	default:
		b.setPrice(g, g.sale, content.PriceSale, b.value)
		b.hidePrice()
	}
}

// setHolidayPrice sets a price per week, day or 15 days, and the registration number.
func (b *builder) setHolidayPrice(g *generator) {
	week := min(max(b.value*b.between(10, 15)/10_000, 480), 24_000)
	switch b.IntN(10) {
	case 0, 1, 2:
		b.setPrice(g, g.holidays, content.PriceDay, max(70, week/6))
	case 3, 4:
		b.setPrice(g, g.holidays, content.Price15Days, week*19/10)
	default:
		b.setPrice(g, g.holidays, content.PriceWeek, week)
	}
	b.property.Registration = "VUT/MA/" + itoa(b.property.ID)
}

// setPrice sets offer and price, and for some a previous price.
func (b *builder) setPrice(g *generator, offers []int, mode content.PriceMode, amount int) {
	b.property.Offers = offers
	b.property.Price = content.Price{Amount: roundPriceFor(mode, amount), Currency: "EUR", Mode: mode, Note: g.notes[string(mode)]}
	if b.chance(8) {
		b.property.Price.Previous = roundPriceFor(mode, amount*b.between(106, 118)/100)
		if b.property.Price.Previous <= b.property.Price.Amount {
			b.property.Price.Previous = 0
		}
	}
}

// roundPriceFor rounds daily prices to five euros and all others with roundPrice.
func roundPriceFor(mode content.PriceMode, amount int) int {
	if mode == content.PriceDay {
		return (amount + 2) / 5 * 5
	}
	return roundPrice(amount)
}

// hidePrice sets the price of some expensive properties to on ask and removes a few.
func (b *builder) hidePrice() {
	price := &b.property.Price
	switch {
	case price.Amount > 4_000_000 && b.chance(18):
		*price = content.Price{Amount: price.Amount, Currency: price.Currency, Mode: price.Mode, OnAsk: true}
	case b.chance(1):
		*price = content.Price{Mode: price.Mode}
	}
}
