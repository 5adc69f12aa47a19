package compose

import (
	"math"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/sanitize"
	"estate/internal/search"
	"estate/internal/view"
)

// videos are the films of a home that its players may show, each once.
func (d *draft) videos(address string, embeds []content.UnsafeHTML, title string) []view.Video {
	var videos []view.Video
	if film := d.film(address); film != "" {
		videos = append(videos, view.Video{Title: title, Embed: film, Own: true})
	}
	var players []sanitize.Player
	if player, ok := d.clean.Frame(address); ok {
		players = append(players, player)
	}
	for _, embed := range embeds {
		players = append(players, sanitize.Players(string(embed))...)
	}
	seen := map[string]bool{}
	for _, player := range players {
		if !seen[player.Embed] {
			seen[player.Embed] = true
			videos = append(videos, view.Video{Title: title, Embed: player.Embed, Host: player.Host})
		}
	}
	return videos
}

// energy prints the certificate; a home that has none yet says so.
func (d *draft) energy(e *content.Energy) *view.EnergyLabel {
	if e == nil {
		return nil
	}
	label := &view.EnergyLabel{
		Consumption: letter(e.Consumption), Emissions: letter(e.Emissions),
		Status: d.t("facts.energy." + energyStatus(e)),
	}
	if e.ConsumptionValue > 0 {
		label.ConsumptionValue = d.decimal(e.ConsumptionValue) + " kWh/m²"
	}
	if e.EmissionsValue > 0 {
		label.EmissionsValue = d.decimal(e.EmissionsValue) + " kg CO₂/m²"
	}
	return label
}

func energyStatus(e *content.Energy) string {
	switch e.Status {
	case "pending", "exempt":
		return e.Status
	}
	if letter(e.Consumption) == "" && letter(e.Emissions) == "" && e.ConsumptionValue <= 0 && e.EmissionsValue <= 0 {
		return "pending"
	}
	return "rated"
}

// letter is a class of the label, A to G.
func letter(class string) string {
	class = strings.ToUpper(strings.TrimSpace(class))
	if len(class) == 1 && class[0] >= 'A' && class[0] <= 'G' {
		return class
	}
	return ""
}

// decimal prints a figure with at most one decimal, by the language's comma.
func (d *draft) decimal(value float64) string {
	text := strconv.FormatFloat(math.Round(value*10)/10, 'f', -1, 64)
	if d.lang != "en" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// mapPoint is the public position of a property with its link to a map, nil where there
// is none.
func mapPoint(p *content.GeoPoint) *view.MapPoint {
	at := p.Public()
	if at == (search.Point{}) {
		return nil
	}
	point := &view.MapPoint{Lat: at.Lat, Lng: at.Lng, Exact: p.Precision == content.PrecisionExact}
	zoom := "17"
	if !point.Exact {
		zoom = "14"
	}
	lat, lng := strconv.FormatFloat(point.Lat, 'f', -1, 64), strconv.FormatFloat(point.Lng, 'f', -1, 64)
	point.Href = "https://www.openstreetmap.org/#map=" + zoom + "/" + lat + "/" + lng
	if point.Exact {
		point.Href = "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lng + "#map=" + zoom + "/" + lat + "/" + lng
	}
	return point
}

// spot is the same position for the map of results.
func spot(p *content.GeoPoint) *view.Spot {
	at := p.Public()
	if at == (search.Point{}) {
		return nil
	}
	return &view.Spot{Lat: at.Lat, Lng: at.Lng, Exact: p.Precision == content.PrecisionExact}
}

// agent is the person to talk to, nil when the home names none.
func (d *draft) agent(id int) *view.Agent {
	if id == 0 {
		return nil
	}
	author, err := d.source.Author(d.ctx, d.lang, id)
	if err != nil {
		d.missed("agent", err)
		return nil
	}
	return d.person(author)
}

func (d *draft) person(author *content.Author) *view.Agent {
	agent := &view.Agent{
		Name: plain(author.Name), Role: plain(author.Role.In(d.lang)), Href: author.LinkIn(d.lang),
		Picture: d.image(author.Picture, plain(author.Name)),
	}
	if list := phones(author.Phone); len(list) > 0 {
		agent.Phone = &list[0]
	}
	if list := mails(author.Mail); len(list) > 0 {
		agent.Mail = &list[0]
	}
	return agent
}
