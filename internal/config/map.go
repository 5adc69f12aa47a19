package config

import (
	"errors"
	"net/url"
	"strings"

	"estate/internal/view"
)

// mapSettings name a service of street maps; without one the map is the site's
// own drawing of the coast, and nobody else is contacted.
type Map struct {
	Tiles      string `toml:"tiles"`       // such as https://tile.example.com/{z}/{x}/{y}.png
	Credit     string `toml:"credit"`      // whom the map names as its maker
	CreditLink string `toml:"credit_link"` // none
}

// tiles is nil without a service.
func (m *Map) tiles() *view.Tiles {
	if m.Tiles == "" {
		return nil
	}
	return &view.Tiles{URL: m.Tiles, Host: m.host(), Credit: view.Anchor{Href: m.CreditLink, Text: m.Credit}}
}

// host is whom the browser asks for tiles, "" when that cannot be told.
func (m *Map) host() string {
	address, err := url.Parse(strings.NewReplacer("{z}", "0", "{x}", "0", "{y}", "0").Replace(m.Tiles))
	if err != nil || address.User != nil {
		return ""
	}
	return address.Host
}

// sources are the hosts that pictures of the map may come from.
func (m *Map) sources() []string {
	if host := m.host(); host != "" {
		return []string{"https://" + host}
	}
	return nil
}

func (m *Map) validate() error {
	if m.Tiles == "" {
		if m.Credit != "" || m.CreditLink != "" {
			return errors.New("map.credit names the maker of tiles, but map.tiles is not set; set it, or leave [map] out")
		}
		return nil
	}
	var problems []error
	if !strings.HasPrefix(m.Tiles, "https://") || m.host() == "" {
		problems = append(problems, errors.New("map.tiles must be an address that begins with https://"))
	}
	for _, hole := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(m.Tiles, hole) != 1 {
			problems = append(problems, errors.New("map.tiles must hold "+hole+" once, such as https://tile.example.com/{z}/{x}/{y}.png"))
		}
	}
	if m.Credit == "" {
		problems = append(problems, errors.New("map.credit must name the maker of the tiles: every service asks for it"))
	}
	if m.CreditLink != "" && !strings.HasPrefix(m.CreditLink, "https://") {
		problems = append(problems, errors.New("map.credit_link must begin with https://"))
	}
	return errors.Join(problems...)
}
