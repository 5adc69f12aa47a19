package demo

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// toldInText finds words that state a fact of the text, which a derived one could contradict.
var toldInText = regexp.MustCompile(`(?i)\b(north|south|east|west|\d{4}|floor|storey|centur|built|finished|restor|refurb|renovat)`)

// addFacts sets the facts that follow from sizes and id: costs, usable size, address, and year,
// floor and orientation where the text says nothing about them. Equal properties get equal facts.
func addFacts(p *content.Property, kind string) {
	if p.Registration != "" {
		p.NationalRegistration = fmt.Sprintf("ESFCTU%026d%s", p.ID, strings.ReplaceAll(p.Registration, "/", ""))
	}
	p.Private = &content.Private{
		Note: "The keys are at the office.", Lister: listers[p.ID%len(listers)],
		Commission: &content.Commission{Value: 5, Split: 50, Note: "Half for the agency that brings the buyer."},
	}
	if p.InformationSheet == nil && slices.Contains(p.Offers, 3) && kind != "plots-and-lands" && kind != "commercials" {
		p.InformationSheet = &content.InformationSheet{Date: fmt.Sprintf("2025-%02d-%02d", 1+p.ID%12, 1+p.ID%28)} // on paper, in the office
	}
	if p.BuiltSize == 0 || kind == "other" {
		return
	}
	spread := func(salt int) float64 { return fraction(p.ID*11 + salt) }
	community := kind == "apartments" || kind == "houses"
	p.UsableSize = p.BuiltSize * (82 + int(8*spread(1))) / 100
	p.Costs.IBI = round10(float64(p.BuiltSize) * (4.2 + 3*spread(2)))
	p.Costs.Waste = round10(110 + 140*spread(3))
	if community {
		p.Costs.Community = round10(float64(p.BuiltSize+p.TerraceSize/2) * (16 + 14*spread(4)))
	}
	text := p.Title[i18n.LangEN] + " " + p.Subtitle[i18n.LangEN] + " " + p.Description[i18n.LangEN]
	if !toldInText.MatchString(text) {
		p.BuiltYear = 2003 + int(21*spread(5)) // the pictures show buildings of this century
		p.Orientation = []string{"south", "south-west", "south-east", "south", "west", "east"}[int(6*spread(6))]
		if kind == "apartments" && !strings.Contains(strings.ToLower(text), "ground") && !strings.Contains(strings.ToLower(text), "penthouse") {
			p.Floor = strconv.Itoa(1 + int(3*spread(7))) // the buildings of the pictures have four storeys
		}
	}
	p.Address = &content.Address{
		Street: streets[int(float64(len(streets))*spread(8))], Number: strconv.Itoa(1 + int(60*spread(9))), Postcode: "29602",
		Visibility: content.AddressHidden,
	}
	switch n := spread(10); {
	case n < 0.15:
		p.Address.Visibility = content.AddressFull
	case n < 0.4:
		p.Address.Visibility = content.AddressStreet
	}
	p.CadastralReference = fmt.Sprintf("%07dUF%04dN%04dWX", 1_000_000+p.ID*7%8_999_999, p.ID%10_000, p.ID*3%10_000)
}

// listers are the agents who have the mandates.
var listers = []string{"Elena", "Marcos", "Sofía", "Daniel"}

// streets are names that every town has.
var streets = []string{
	"Calle de los Almendros", "Calle del Mar", "Calle de las Adelfas", "Avenida de los Pinos", "Calle Romero", "Calle de la Buganvilla",
	"Camino del Molino", "Calle Lavanda", "Avenida del Sol", "Calle de los Olivos",
}

// round10 rounds an amount to tens of euros.
func round10(amount float64) int { return int(amount/10) * 10 }
