package config

import (
	"errors"
	"net/url"
	"strings"

	"estate/internal/media/basemap"
	"estate/internal/site/view"
)

// Map sets a tile service for street maps. Without one the map shows the site's own
// tiles only, and the browser contacts no third party.
type Map struct {
	Tiles      string `toml:"tiles"`       // such as https://tile.example.com/{z}/{x}/{y}.png; .mvt or .pbf means vector tiles
	Credit     string `toml:"credit"`      // attribution of the tile service
	CreditLink string `toml:"credit_link"` // none
}

// view is the part that the browser needs, nil without a tile service.
func (m *Map) view() *view.Tiles {
	if m.Tiles == "" {
		return nil
	}
	return &view.Tiles{URL: m.Tiles, Host: m.host(), Credit: view.Anchor{Href: m.CreditLink, Text: m.Credit}}
}

// service is the part that the styles of the map need, nil without a tile service.
func (m *Map) service() *basemap.Service {
	if m.Tiles == "" {
		return nil
	}
	path, _, _ := strings.Cut(m.Tiles, "?")
	vector := strings.HasSuffix(path, ".mvt") || strings.HasSuffix(path, ".pbf")
	return &basemap.Service{URL: m.Tiles, Vector: vector, Credit: m.Credit, CreditLink: m.CreditLink}
}

// host is the host of the tiles, "" if the URL has none that can be used.
func (m *Map) host() string {
	address, err := url.Parse(strings.NewReplacer("{z}", "0", "{x}", "0", "{y}", "0").Replace(m.Tiles))
	if err != nil || address.User != nil {
		return ""
	}
	return address.Host
}

// sources are the origins of the tiles for the Content-Security-Policy.
func (m *Map) sources() []string {
	if host := m.host(); host != "" {
		return []string{"https://" + host}
	}
	return nil
}

func (m *Map) validate() error {
	if m.Tiles == "" {
		if m.Credit != "" || m.CreditLink != "" {
			return errors.New("map.credit is set, but map.tiles is not set; set it, or leave [map] out")
		}
		return nil
	}
	var problems []error
	if !strings.HasPrefix(m.Tiles, "https://") || m.host() == "" {
		problems = append(problems, errors.New("map.tiles must be a URL that begins with https://"))
	}
	for _, placeholder := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(m.Tiles, placeholder) != 1 {
			problems = append(problems, errors.New("map.tiles must contain "+placeholder+" once, such as https://tile.example.com/{z}/{x}/{y}.png"))
		}
	}
	if m.Credit == "" {
		problems = append(problems, errors.New("map.credit must be set: every tile service requires an attribution"))
	}
	if m.CreditLink != "" && !strings.HasPrefix(m.CreditLink, "https://") {
		problems = append(problems, errors.New("map.credit_link must begin with https://"))
	}
	return errors.Join(problems...)
}
