package demo

import (
	"fmt"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// people are the authors and agents of data/people.toml.
type people struct {
	authors []*content.Author
}

type personRow struct {
	ID    int       `toml:"id"`
	Slug  string    `toml:"slug"`
	Name  string    `toml:"name"`
	Phone string    `toml:"phone"`
	Mail  string    `toml:"mail"`
	Role  i18n.Text `toml:"role"`
	About i18n.Text `toml:"about"`
}

func readPeople() (*people, error) {
	var file struct{ Person []personRow }
	if err := readTOML("data/people.toml", &file); err != nil {
		return nil, err
	}
	p := &people{}
	for _, row := range file.Person {
		p.authors = append(p.authors, &content.Author{
			ID: row.ID, Slug: row.Slug, Name: row.Name, Link: "/author/" + row.Slug + "/",
			Description: row.About, Role: row.Role, Phone: row.Phone, Mail: row.Mail,
		})
	}
	return p, nil
}

// id finds a person by slug.
func (p *people) id(slug string) (int, error) {
	for _, author := range p.authors {
		if author.Slug == slug {
			return author.ID, nil
		}
	}
	return 0, fmt.Errorf("unknown person %q; data/people.toml lists all", slug)
}
