package demo

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// postFile is a post of data/posts, in both languages.
type postFile struct {
	Date       string                 `toml:"date"`
	Author     string                 `toml:"author"`
	Categories []string               `toml:"categories"` // English slugs
	Tags       []string               `toml:"tags"`       // English slugs
	Picture    string                 `toml:"picture"`
	In         map[i18n.Lang]postText `toml:"in"`
}

// postText is a post in one language.
type postText struct {
	ID          int    `toml:"id"`
	Slug        string `toml:"slug"`
	Title       string `toml:"title"`
	Subtitle    string `toml:"subtitle"`
	Description string `toml:"description"`
	Text        string `toml:"text"`
}

// excerptLength is the maximum length of an excerpt in bytes.
const excerptLength = 220

func (l *loader) posts() ([]*content.Post, error) {
	var all []*content.Post
	err := readFolder("data/posts", func(_ string, file postFile) error {
		for _, lang := range i18n.Filled {
			post, err := l.post(file, lang)
			if err != nil {
				return fmt.Errorf("in %s: %w", lang, err)
			}
			all = append(all, post)
		}
		return nil
	})
	slices.SortFunc(all, func(a, b *content.Post) int { return cmp.Compare(a.ID, b.ID) })
	return all, err
}

func (l *loader) post(file postFile, lang i18n.Lang) (*content.Post, error) {
	text, ok := file.In[lang]
	if !ok {
		return nil, fmt.Errorf("[in.%s] is missing", lang)
	}
	published, err := parseDate(file.Date, file.In[i18n.LangEN].ID)
	if err != nil {
		return nil, err
	}
	post := &content.Post{
		Head: content.Head{
			ID: text.ID, Type: content.TypePost, Slug: text.Slug, Status: content.StatusPublish,
			Date: published, Modified: published, Lang: lang,
			Link: lang.Prefix() + "/" + text.Slug + "/", AlternativeLinks: file.links(),
		},
		Title:   text.Title,
		Excerpt: content.UnsafeHTML("<p>" + inline(excerpt(text.Text, excerptLength)) + "</p>"),
		Fields:  content.PageFields{Title: text.Title, Subtitle: text.Subtitle, Description: text.Description, HeaderType: "single"},
	}
	if post.Content, err = l.render(lang, text.Text); err != nil {
		return nil, err
	}
	return post, l.classify(post, file, lang)
}

// links are the links of the post in all its languages.
func (f postFile) links() map[i18n.Lang]string {
	links := map[i18n.Lang]string{}
	for lang, text := range f.In {
		links[lang] = lang.Prefix() + "/" + text.Slug + "/"
	}
	return links
}

// classify sets the author, the terms and the picture of a post.
func (l *loader) classify(post *content.Post, file postFile, lang i18n.Lang) (err error) {
	if post.Author, err = l.people.id(file.Author); err != nil {
		return err
	}
	if post.Categories, err = l.terms.blog(taxBlog, lang, file.Categories); err != nil {
		return err
	}
	if post.Tags, err = l.terms.blog(taxTag, lang, file.Tags); err != nil {
		return err
	}
	post.Featured, err = l.media.image(file.Picture)
	post.Fields.HeaderImage = post.Featured
	return err
}

// postID finds the id of a post by its file name, in one language.
func (l *loader) postID(lang i18n.Lang, name string) (int, error) {
	var file postFile
	if err := readTOML(path.Join("data/posts", name+".toml"), &file); err != nil {
		return 0, fmt.Errorf("post %s: %w", strings.TrimSpace(name), err)
	}
	return file.In[lang].ID, nil
}
