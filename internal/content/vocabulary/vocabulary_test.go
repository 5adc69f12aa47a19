package vocabulary

import (
	"slices"
	"testing"
)

func TestSpellingsOfAWordAreEqual(t *testing.T) {
	for _, tt := range []struct {
		kind  Kind
		word  string
		means string
	}{
		{KindPrice, "POA", OnAsk},
		{KindPrice, "P.O.A.", OnAsk},
		{KindPrice, "Price on Application", OnAsk},
		{KindPrice, "Precio a consultar", OnAsk},
		{KindPrice, "€ POA", OnAsk},
		{KindPrice, "auf Anfrage", OnAsk},
		{KindPrice, "bajo_consulta", OnAsk},
		{KindPrice, "cheap", ""},
		{KindPrice, "", ""},
		{KindOffer, "For Sale", Sale},
		{KindOffer, "for-sale", Sale},
		{KindOffer, "compra", Sale},
		{KindOffer, "resale", Sale},
		{KindOffer, "To Let", Rent},
		{KindOffer, "rental", Rent},
		{KindOffer, "/month", Month},
		{KindOffer, "/week", Week},
		{KindOffer, "long_time", Month},
		{KindOffer, "long term", Month},
		{KindOffer, "short_time", Holiday},
		{KindOffer, "Larga temporada", Month},
		{KindOffer, "alquiler mensual", Month},
		{KindOffer, "Alquiler vacacional", Holiday},
		{KindOffer, "hourly", ""},
		{KindStatus, "SOLD STC", UnderOffer},
		{KindStatus, "sstc", UnderOffer},
		{KindStatus, "Sold subject to contract", UnderOffer},
		{KindStatus, "Off-market", Withdrawn},
		{KindStatus, "off_market", Withdrawn},
		{KindStatus, "No disponible", Withdrawn},
		{KindStatus, "Baja", Withdrawn},
		{KindStatus, "SEÑALIZADO", Reserved},
		{KindStatus, "Activo", Available},
		{KindStatus, "publicado", Available},
		{KindStatus, "under_offer", UnderOffer},
		{KindStatus, "perhaps", ""},
		{KindAnswer, "VERDADERO", Yes},
		{KindAnswer, "FALSO", No},
		{KindAnswer, "Sí", Yes},
		{KindAnswer, "-", No},
		{KindAnswer, "maybe", ""},
		{KindType, "town_house", "houses"},
		{KindType, "Semi Detached Villa", "villas"},
		{KindType, "Ático Dúplex", "apartments"},
		{KindType, "Suelo urbano", "plots-and-lands"},
		{KindType, "Plaza de garaje", "other"},
		{KindType, "VILLAS", "villas"},
		{KindType, "spaceship", ""},
	} {
		if got := Meaning(tt.kind, tt.word); got != tt.means {
			t.Errorf("Meaning(%s, %q) = %q, want %q", tt.kind, tt.word, got, tt.means)
		}
	}
}

// A word with two meanings would depend on the order of the table.
func TestNoWordHasTwoMeanings(t *testing.T) {
	meanings := map[Kind][]string{
		KindOffer: {Sale, Rent, Month, Week, Day, Holiday}, KindStatus: {Available, Reserved, UnderOffer, Sold, Let, Withdrawn}, KindPrice: {OnAsk}, KindAnswer: {Yes, No},
		KindPeriod: {Fortnight, Year},
		KindType:   {"apartments", "villas", "houses", "country-properties", "plots-and-lands", "commercials", "unique-buildings", "other"},
	}
	seen := map[string]string{}
	for _, e := range Entries() {
		if !slices.Contains(meanings[e.Kind], e.Means) {
			t.Errorf("%s %q means %q, which is no meaning of its kind", e.Kind, e.Term, e.Means)
		}
		for _, form := range e.Forms() {
			key := string(e.Kind) + "/" + formKey(e.Kind, form)
			if before, known := seen[key]; known && before != e.Means {
				t.Errorf("%s %q means %s and %s", e.Kind, form, before, e.Means)
			}
			seen[key] = e.Means
		}
	}
}

func TestACellMayNameSeveralWords(t *testing.T) {
	for cell, want := range map[string][]string{
		"Villa": nil, "Semi-detached": nil, "House/Villa": {"House", "Villa"}, "Apartment / Flat": {"Apartment", "Flat"}, "Land - Building Plot": {"Building Plot", "Land"},
		"Villa (new)": {"Villa", "new"}, "Residential > Villa": {"Villa", "Residential"}, "": nil, "Villa/": {"Villa"},
	} {
		if got := Parts(cell); !slices.Equal(got, want) {
			t.Errorf("Parts(%q) = %q, want %q", cell, got, want)
		}
	}
}
