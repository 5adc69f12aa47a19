package content

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestPublicAddressFollowsItsVisibility: of random addresses, only what the visibility allows is public.
func TestPublicAddressFollowsItsVisibility(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a := &Address{Street: "Street-secret", Number: "Number-secret", Postcode: "Postcode-secret"}
		a.Visibility = []AddressVisibility{AddressFull, AddressStreet, AddressHidden, "", "Full", "public"}[r.IntN(6)]
		for _, part := range []*string{&a.Street, &a.Number, &a.Postcode} {
			if r.IntN(3) == 0 {
				*part = ""
			}
		}
		p := &Property{Address: a, CadastralReference: "Cadastral-secret"}
		public, _ := json.Marshal(a.Public())
		told := string(public) + p.PublicCadastralReference()
		switch a.Visibility {
		case AddressFull:
		case AddressStreet:
			if strings.Contains(told, "Number-secret") || strings.Contains(told, "Cadastral-secret") {
				t.Fatalf("%+v tells %s", a, told)
			}
		default:
			if strings.Contains(told, "secret") {
				t.Fatalf("%+v tells %s", a, told)
			}
		}
	}
}

func TestBadgesFollowTheAvailability(t *testing.T) {
	for _, tt := range []struct {
		availability  Availability
		badges, shown []Badge
		sold          bool
	}{
		{"", []Badge{BadgeNew}, []Badge{BadgeNew}, false},
		{"", []Badge{BadgeSold, BadgeExclusive}, []Badge{BadgeSold, BadgeExclusive}, true},
		{UnitAvailable, []Badge{BadgeSold, BadgeExclusive}, []Badge{BadgeExclusive}, false},
		{UnitSold, []Badge{BadgeNew, BadgeExclusive}, []Badge{BadgeSold, BadgeExclusive}, true},
		{UnitReserved, []Badge{BadgeNew}, []Badge{BadgeReserved, BadgeNew}, false},
		{AvailabilityUnderOffer, nil, []Badge{BadgeUnderOffer}, false},
		{AvailabilityLet, nil, []Badge{BadgeLet}, true},
		{AvailabilityWithdrawn, []Badge{BadgeSold}, []Badge{BadgeWithdrawn}, true},
	} {
		p := &Property{Availability: tt.availability, Badges: tt.badges}
		if got := p.ShownBadges(); !slices.Equal(got, tt.shown) || p.Sold() != tt.sold {
			t.Errorf("%s %v: shown %v, sold %t", tt.availability, tt.badges, got, p.Sold())
		}
	}
}

func TestOrientationReadsWords(t *testing.T) {
	for text, want := range map[string]string{"South West": "south-west", "SE": "south-east", "n": "north", "south_east": "south-east", "uphill": ""} {
		if got := Orientation(text); got != want {
			t.Errorf("Orientation(%q) = %q, want %q", text, got, want)
		}
	}
}
