package restapi

import (
	"strconv"

	"estate/internal/content"
)

// maxAuthors bounds the authors that are read from the source.
const maxAuthors = 1000

// listUsers answers the list of authors. All are public.
func (c *call) listUsers(arguments) (*response, error) {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	if in.texts["context"] == "edit" {
		return nil, forbiddenContext("edit users")
	}
	found, err := c.source.Archive(c.ctx, c.lang, content.ArchiveQuery{Endpoint: "users", PerPage: maxAuthors})
	if err != nil {
		return nil, err
	}
	var entries []entry
	for _, entity := range found.Items {
		if author, ok := entity.(*content.Author); ok {
			entries = append(entries, entry{
				id: author.ID, slug: author.Slug, name: author.Name,
				item: func() item { return c.author(author, in.texts["context"]) },
			})
		}
	}
	return c.pageOf(in, entries), nil
}

// singleUser answers one author.
func (c *call) singleUser(args arguments) (*response, error) {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	author, err := c.source.Author(c.ctx, c.lang, args.id())
	switch {
	case content.IsNotFound(err):
		return nil, invalidUser()
	case err != nil:
		return nil, err
	}
	if in.texts["context"] == "edit" {
		return nil, forbiddenContext("edit this user")
	}
	return c.single(c.author(author, in.texts["context"]), ""), nil
}

// author is the item of an author, a user of WordPress. The plugin's fields are in acf.
func (c *call) author(a *content.Author, context string) item {
	var acf object
	inLanguages(&acf, "description", a.Description, false)
	inLanguages(&acf, "role", a.Role, false)
	if a.Phone != "" {
		acf.put("phone", a.Phone)
	}
	if a.Mail != "" {
		acf.put("mail", a.Mail)
	}
	if a.Picture != nil {
		acf.put("picture", c.image(a.Picture))
	}
	o := object{
		{"id", a.ID},
		{"name", a.Name},
		{"url", ""},
		{"description", a.Description.In(c.lang)},
		{"link", c.absolute(a.LinkIn(c.lang))},
		{"slug", a.Slug},
		{"avatar_urls", c.avatars(a.Picture)},
	}
	if context != "embed" {
		o.put("meta", []any{})
	}
	o.put("acf", acf.orList())
	id := strconv.Itoa(a.ID)
	return item{o, []relation{to("self", c.href("users/"+id)), to("collection", c.href("users"))}}
}

// avatars are the sizes of WordPress, all with the same picture.
func (c *call) avatars(picture *content.Image) any {
	var sizes object
	if picture != nil {
		for _, size := range []string{"24", "48", "96"} {
			sizes.put(size, c.absolute(picture.URL))
		}
	}
	return sizes.orList()
}

// embeddedAuthor is an author embedded in an entity, or WordPress's error where there is
// none.
func (c *call) embeddedAuthor(id int) any {
	author, err := c.source.Author(c.ctx, c.lang, id)
	if err != nil {
		return invalidUser().body()
	}
	return embeddedItem(c.author(author, "embed"))
}
