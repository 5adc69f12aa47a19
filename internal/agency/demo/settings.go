package demo

import (
	"fmt"
	"maps"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// settingsFile is data/settings.toml.
type settingsFile struct {
	SiteTitle string            `toml:"site_title"`
	Tagline   i18n.Text         `toml:"tagline"`
	Phone1    string            `toml:"phone_1"`
	Phone2    string            `toml:"phone_2"`
	Mail1     string            `toml:"mail_1"`
	Mail2     string            `toml:"mail_2"`
	Address   i18n.Text         `toml:"address"`
	Hours     i18n.Text         `toml:"hours"`
	Viewing   string            `toml:"viewing_hours"`
	DaysOff   string            `toml:"days_off"`
	Company   string            `toml:"company"`
	LegalNote i18n.Text         `toml:"legal_note"`
	Agents    int               `toml:"agents"`
	Years     int               `toml:"years"`
	Sell      i18n.Text         `toml:"sell"`
	Social    []socialRow       `toml:"social"`
	Links     []helperRow       `toml:"link"`
	Main      []menuRow         `toml:"main"`
	Footer    []menuRow         `toml:"footer"`
	Instagram []instagramRow    `toml:"instagram"`
	Logos     map[string]string `toml:"logos"`
}

type socialRow struct {
	Name string `toml:"name"`
	URL  string `toml:"url"`
}

// helperRow is a named link in both languages, for the menus.
type helperRow struct {
	Key string    `toml:"key"`
	To  i18n.Text `toml:"to"`
}

type menuRow struct {
	Link    string      `toml:"link"`
	Label   i18n.Text   `toml:"label"`
	Picture string      `toml:"picture"`
	Column  []columnRow `toml:"column"`
}

type columnRow struct {
	Title   i18n.Text  `toml:"title"`
	About   i18n.Text  `toml:"about"`
	Link    string     `toml:"link"`
	Button  i18n.Text  `toml:"button"`
	Picture string     `toml:"picture"`
	Items   []entryRow `toml:"items"`
}

type entryRow struct {
	Link string    `toml:"link"`
	Text i18n.Text `toml:"text"`
}

type instagramRow struct {
	Picture string `toml:"picture"`
	Caption string `toml:"caption"`
}

func (l *loader) settingsFile() settingsFile {
	var file settingsFile
	if err := readTOML("data/settings.toml", &file); err != nil {
		l.problems = append(l.problems, err)
	}
	return file
}

// settings are the settings of each language. They differ only in the address.
func (l *loader) settings() map[i18n.Lang]*content.Settings {
	file := l.settingsFile()
	menus := map[string]content.Menu{
		"main":   {Helper: helper(file.Links), Items: l.menu(file.Main)},
		"footer": {Helper: helper(file.Links), Items: l.menu(file.Footer)},
	}
	landmarks, err := readLandmarks()
	if err != nil {
		l.problems = append(l.problems, err)
	}
	var social []content.SocialLink
	for _, row := range file.Social {
		social = append(social, content.SocialLink(row))
	}
	records := map[i18n.Lang]*content.Settings{}
	for _, lang := range i18n.Filled {
		records[lang] = &content.Settings{
			SiteTitle: file.SiteTitle, Tagline: file.Tagline,
			LogoLight: l.address(file.Logos["light"]), LogoLightMobile: l.address(file.Logos["light_mobile"]),
			LogoDarkMobile: l.address(file.Logos["dark_mobile"]),
			Phone1:         file.Phone1, Phone2: file.Phone2, Mail1: file.Mail1, Mail2: file.Mail2,
			Address: file.Address[lang], Hours: file.Hours, Company: file.Company,
			LegalNote: file.LegalNote, Agents: file.Agents, Years: file.Years,
			Viewing: file.Viewing, DaysOff: file.DaysOff,
			Landmarks: landmarks, Social: social, Menus: menus, SellLink: file.Sell,
		}
	}
	return records
}

// readLandmarks reads data/landmarks.toml.
func readLandmarks() ([]content.Landmark, error) {
	var file map[content.LandmarkKind][]struct {
		Name i18n.Text  `toml:"name"`
		At   [2]float64 `toml:"at"`
	}
	if err := readTOML("data/landmarks.toml", &file); err != nil {
		return nil, err
	}
	var landmarks []content.Landmark
	for _, kind := range content.LandmarkKinds {
		for _, row := range file[kind] {
			landmarks = append(landmarks, content.Landmark{Kind: kind, Name: row.Name, Lat: row.At[0], Lng: row.At[1]})
		}
		delete(file, kind)
	}
	if len(file) > 0 {
		return nil, fmt.Errorf("data/landmarks.toml: unknown kinds %v", slices.Sorted(maps.Keys(file)))
	}
	return landmarks, nil
}

// address is the URL of a picture, "" for none.
func (l *loader) address(name string) string {
	if name == "" {
		return ""
	}
	image, err := l.media.image(name)
	if err != nil {
		l.problems = append(l.problems, fmt.Errorf("data/settings.toml: %w", err))
		return ""
	}
	return image.URL
}

func helper(rows []helperRow) map[string]i18n.Text {
	links := map[string]i18n.Text{}
	for _, row := range rows {
		links[row.Key] = row.To
	}
	return links
}

func (l *loader) menu(rows []menuRow) []content.MenuItem {
	items := make([]content.MenuItem, len(rows))
	for i, row := range rows {
		items[i] = content.MenuItem{Link: row.Link, Label: row.Label, Bg: l.address(row.Picture)}
		for _, column := range row.Column {
			items[i].Columns = append(items[i].Columns, l.column(column))
		}
	}
	return items
}

func (l *loader) column(row columnRow) content.MenuColumn {
	column := content.MenuColumn{
		Layout: "column", Title: row.Title, Description: row.About,
		Link: row.Link, Button: row.Button, Bg: l.address(row.Picture),
	}
	for _, entry := range row.Items {
		column.Items = append(column.Items, content.MenuEntry(entry))
	}
	return column
}

// instagram is the feed, newest post first as in the file.
func (l *loader) instagram() []content.InstagramPost {
	file := l.settingsFile()
	var feed []content.InstagramPost
	for i, row := range file.Instagram {
		image, err := l.media.image(row.Picture)
		if err != nil {
			l.problems = append(l.problems, fmt.Errorf("data/settings.toml: %w", err))
			continue
		}
		id := fmt.Sprintf("ig%03d", len(file.Instagram)-i)
		feed = append(feed, content.InstagramPost{
			ID: id, Caption: row.Caption, Image: *image, Permalink: "https://social.example/zerorealestate/" + id + "/",
		})
	}
	return feed
}
