package wxr

import (
	"cmp"
	"io"
	"mime"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/cmsurl"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// Export is the content of an export file. Its addresses are those of the site, except those of files,
// which File decides.
type Export struct {
	Title     string
	Tagline   string
	Entities  []content.Entity // posts, pages and media
	Terms     []*content.Term
	Authors   []*content.Author
	Menus     map[i18n.Lang]map[string]content.Menu // by language and name; "main" is the header's
	Redirects []content.RedirectPair                // former links of posts and pages
	// Skipped counts what the file has and the site does not take, by its name in WordPress.
	Skipped map[string]int
	// Files are the addresses of files that the site does not have, with the number of their uses.
	Files map[string]int
}

// Config says where the site differs from the WordPress.
type Config struct {
	// File returns the address at which the site serves an upload, given by its path below the folder of
	// uploads; "" if it does not have the file. Nil leaves all addresses unchanged.
	File func(upload string) string
}

// Read reads an export file. The error is about the whole file.
func Read(in io.Reader, config Config) (*Export, error) {
	f, err := readFile(in)
	if err != nil {
		return nil, err
	}
	m := &maker{
		file: f, config: config, base: cmsurl.ParseBase(f.Base), items: map[int]*xmlItem{}, links: map[int]string{},
		authors: map[string]int{}, terms: map[string]*content.Term{}, lastTerm: map[string]int{},
		termLangs: map[content.Ref]map[i18n.Lang]int{},
		texts:     &textMaker{attachments: map[int]*xmlItem{}, byParent: map[int][]*xmlItem{}, blocks: map[int]string{}, dynamic: f.Skipped},
		out: &Export{
			Title: f.Title, Tagline: f.Description, Skipped: f.Skipped, Files: map[string]int{},
			Menus: map[i18n.Lang]map[string]content.Menu{},
		},
	}
	m.index()
	m.readAuthors()
	m.readTerms()
	for i := range f.Items {
		m.item(&f.Items[i])
	}
	m.translate()
	m.finishTerms()
	m.menus()
	return m.out, nil
}

// maker makes entities of a file.
type maker struct {
	file   *file
	config Config
	base   cmsurl.Base
	texts  *textMaker
	out    *Export

	items     map[int]*xmlItem
	links     map[int]string           // site links of posts and pages by id
	authors   map[string]int           // ids by login
	lastTerm  map[string]int           // highest id by taxonomy
	terms     map[string]*content.Term // by taxonomy and slug
	termLangs map[content.Ref]map[i18n.Lang]int
	sets      []translation
}

// translation is one entity of a set of translations.
type translation struct {
	set  string
	head *content.Head
}

// index collects what other items refer to.
func (m *maker) index() {
	for i := range m.file.Items {
		item := &m.file.Items[i]
		m.items[item.ID] = item
		switch item.Type {
		case "attachment":
			m.texts.attachments[item.ID] = item
			m.texts.byParent[item.Parent] = append(m.texts.byParent[item.Parent], item)
		case "wp_block":
			text, _ := item.texts()
			m.texts.blocks[item.ID] = text
		}
	}
}

func (m *maker) readAuthors() {
	for _, author := range m.file.Authors {
		if author.Login == "" {
			continue
		}
		name := cmp.Or(strings.TrimSpace(author.DisplayName), strings.TrimSpace(author.FirstName+" "+author.LastName), author.Login)
		m.author(author.Login, name, author.ID)
	}
}

// author adds an author and returns the id; one without an id gets the next free one.
func (m *maker) author(login, name string, id int) int {
	if known := m.authors[login]; known > 0 || login == "" {
		return known
	}
	if id <= 0 {
		id = 1
		for _, author := range m.out.Authors {
			id = max(id, author.ID+1)
		}
	}
	slug := strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(login), "-"), "-")
	slug = cmp.Or(slug, strconv.Itoa(id))
	m.authors[login] = id
	m.out.Authors = append(m.out.Authors, &content.Author{ID: id, Slug: slug, Name: plain(name), Link: "/author/" + slug + "/"})
	return id
}

var notInSlug = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// taxonomies are the names of WordPress's taxonomies.
var taxonomies = map[string]string{"category": "category", "post_tag": "tag"}

func (m *maker) readTerms() {
	for _, term := range m.file.Terms {
		if taxonomy := taxonomies[term.Taxonomy]; taxonomy != "" && term.Slug != "" {
			m.term(taxonomy, term.Slug, term.Name, term.ID).Description = i18n.Text{i18n.Fallback: plain(term.Description)}
		} else if term.Taxonomy != "nav_menu" && term.Taxonomy != "language" && !strings.HasSuffix(term.Taxonomy, "_translations") {
			m.out.Skipped["term of "+term.Taxonomy]++
		}
	}
	for _, term := range m.file.Terms {
		taxonomy := taxonomies[term.Taxonomy]
		parent, child := m.terms[taxonomy+"/"+decodeSlug(term.Parent)], m.terms[taxonomy+"/"+decodeSlug(term.Slug)]
		if parent != nil && child != nil && parent != child {
			child.Parent = parent.ID
		}
	}
}

// term adds a term; one without an id gets the next free one of its taxonomy.
func (m *maker) term(taxonomy, slug, name string, id int) *content.Term {
	slug = decodeSlug(slug)
	key := taxonomy + "/" + slug
	if known := m.terms[key]; known != nil {
		return known
	}
	if id <= 0 {
		id = m.lastTerm[taxonomy] + 1
	}
	m.lastTerm[taxonomy] = max(m.lastTerm[taxonomy], id)
	term := &content.Term{ID: id, Taxonomy: taxonomy, Slug: slug, Name: i18n.Text{i18n.Fallback: plain(cmp.Or(name, slug))}}
	m.terms[key] = term
	m.out.Terms = append(m.out.Terms, term)
	return term
}

// item makes an entity of a post, a page or an attachment.
func (m *maker) item(item *xmlItem) {
	switch item.Type {
	case "post", "page", "attachment":
	default:
		return
	}
	head, ok := m.head(item)
	if !ok {
		m.out.Skipped[item.Type+" with the status "+item.Status]++
		return
	}
	if item.Type == "attachment" {
		m.attachment(item, head)
		return
	}
	var text, excerpt content.UnsafeHTML
	if head.Protected {
		m.out.Skipped["text with a password"]++
	} else {
		rawText, rawExcerpt := item.texts()
		text, excerpt = content.UnsafeHTML(m.markup(m.texts.markup(item, rawText))), content.UnsafeHTML(m.markup(rawExcerpt))
	}
	title := plain(item.Title)
	fields := content.PageFields{Description: plain(cmp.Or(item.meta("_yoast_wpseo_metadesc"), item.meta("rank_math_description")))}
	if strings.Contains(fields.Description, "%") {
		fields.Description = "" // a template of the plugin
	}
	featured := m.image(item.meta("_thumbnail_id"))
	if item.Type == "page" {
		page := &content.Page{
			Head: head, Title: title, Content: text, Excerpt: excerpt, Parent: item.Parent, Featured: featured, Fields: fields,
		}
		m.add(item, page, &page.Head)
		return
	}
	post := &content.Post{
		Head: head, Title: title, Content: text, Excerpt: excerpt, Author: m.author(item.Creator, item.Creator, 0),
		Featured: featured, Fields: fields, Sticky: item.Sticky == 1,
	}
	for _, term := range item.Categories {
		taxonomy := taxonomies[term.Domain]
		if taxonomy == "" || term.Slug == "" {
			continue
		}
		known := m.term(taxonomy, term.Slug, term.Name, 0)
		if taxonomy == "tag" {
			post.Tags = append(post.Tags, known.ID)
		} else {
			post.Categories = append(post.Categories, known.ID)
		}
		langs := m.termLangs[known.Ref()]
		if langs == nil {
			langs = map[i18n.Lang]int{}
			m.termLangs[known.Ref()] = langs
		}
		if langs[head.Lang]++; head.Status == content.StatusPublish {
			known.Count++
		}
	}
	m.add(item, post, &post.Head)
}

func (m *maker) add(item *xmlItem, entity content.Entity, head *content.Head) {
	m.out.Entities = append(m.out.Entities, entity)
	m.links[head.ID] = head.Link
	for _, term := range item.Categories {
		if term.Domain == "post_translations" && term.Slug != "" {
			m.sets = append(m.sets, translation{term.Slug, head})
		}
	}
	if head.Status != content.StatusPublish || head.Link == "" {
		return
	}
	for _, meta := range item.Meta {
		if meta.Key != "_wp_old_slug" || meta.Value == "" {
			continue
		}
		old := link.Normalize(path.Join(path.Dir(strings.TrimSuffix(head.Link, "/")), url.PathEscape(decodeSlug(meta.Value))) + "/")
		if old != head.Link {
			m.out.Redirects = append(m.out.Redirects, content.RedirectPair{From: old, To: head.Link})
		}
	}
}

// statuses are the states of WordPress that the site has too.
var statuses = map[string]content.Status{
	"publish": content.StatusPublish, "inherit": content.StatusPublish, "draft": content.StatusDraft, "pending": content.StatusDraft,
	"private": content.StatusPrivate, "future": content.StatusFuture, "": content.StatusPublish,
}

// head makes the head of an entity. False means that it is in the trash or was never saved.
func (m *maker) head(item *xmlItem) (content.Head, bool) {
	status, known := statuses[item.Status]
	if !known || item.ID <= 0 || item.Status == "inherit" && item.Type != "attachment" {
		return content.Head{}, false
	}
	head := content.Head{
		ID: item.ID, Type: content.Type(item.Type), Slug: decodeSlug(item.Slug), Status: status, Protected: item.Password != "",
		Date: date(item.DateGMT, item.Date, item.PubDate),
	}
	head.Modified = date(item.Modified, "", "")
	if head.Modified.Before(head.Date) {
		head.Modified = head.Date
	}
	head.Link = m.siteLink(item.Link)
	if status == content.StatusPublish {
		if head.Slug = cmp.Or(head.Slug, strconv.Itoa(item.ID)); head.Link == "" || strings.Contains(head.Link, "?") {
			head.Link = link.Normalize("/" + url.PathEscape(head.Slug) + "/")
		}
	} else {
		head.Link = ""
	}
	head.Lang = i18n.Fallback
	if parsed, err := link.Parse(cmp.Or(head.Link, "/")); err == nil {
		head.Lang = parsed.Lang
	}
	if head.Link == "" {
		head.Lang = cmp.Or(languageOf(item), head.Lang)
	}
	return head, true
}

// languageOf returns the language that a plugin has given to an item, "" for none.
func languageOf(item *xmlItem) i18n.Lang {
	for _, term := range item.Categories {
		if lang := i18n.Lang(term.Slug); term.Domain == "language" && slices.Contains(i18n.Declared, lang) {
			return lang
		}
	}
	return ""
}

// translate links the translations of each set with each other.
func (m *maker) translate() {
	sets := map[string]map[i18n.Lang]string{}
	for _, t := range m.sets {
		if t.head.Link == "" {
			continue
		}
		if sets[t.set] == nil {
			sets[t.set] = map[i18n.Lang]string{}
		}
		sets[t.set][t.head.Lang] = t.head.Link
	}
	for _, t := range m.sets {
		if set := sets[t.set]; len(set) > 1 && set[t.head.Lang] == t.head.Link {
			t.head.AlternativeLinks = set
		}
	}
}

// finishTerms gives each term the language of most of its posts and its link.
func (m *maker) finishTerms() {
	byRef := map[content.Ref]*content.Term{}
	for _, term := range m.out.Terms {
		byRef[term.Ref()] = term
	}
	for _, term := range m.out.Terms {
		term.Lang = i18n.Fallback
		for _, lang := range i18n.Declared {
			if langs := m.termLangs[term.Ref()]; langs[lang] > langs[term.Lang] {
				term.Lang = lang
			}
		}
		term.Name = i18n.Text{term.Lang: term.Name[i18n.Fallback]}
		if text := term.Description[i18n.Fallback]; text != "" {
			term.Description = i18n.Text{term.Lang: text}
		} else {
			term.Description = nil
		}
		at := url.PathEscape(term.Slug) + "/"
		for parent, n := byRef[content.Ref{Type: content.Type(term.Taxonomy), ID: term.Parent}], 0; parent != nil && n < 20; n++ {
			at = url.PathEscape(parent.Slug) + "/" + at
			parent = byRef[content.Ref{Type: content.Type(term.Taxonomy), ID: parent.Parent}]
		}
		term.Link = link.Normalize(term.Lang.Prefix() + "/" + term.Taxonomy + "/" + at)
	}
}

// attachment makes a file of the media library.
func (m *maker) attachment(item *xmlItem, head content.Head) {
	if item.Attachment == "" {
		m.out.Skipped["attachment without an address"]++
		return
	}
	head.Lang, head.Protected = "", false
	text, caption := item.texts()
	media := &content.Media{
		Head: head, Title: i18n.Text{i18n.Fallback: plain(item.Title)}, Mime: mimeType(item.Attachment), Parent: item.Parent,
		Image: *m.image(strconv.Itoa(item.ID)),
	}
	if caption = cmp.Or(caption, text); caption != "" {
		media.Caption = i18n.Text{i18n.Fallback: m.markup(caption)}
	}
	m.out.Entities = append(m.out.Entities, media)
}

var (
	metaWidth  = regexp.MustCompile(`^a:\d+:\{s:5:"width";i:(\d{1,5});`)
	metaHeight = regexp.MustCompile(`s:6:"height";i:(\d{1,5});`)
)

// image returns a picture of the media library by its id, nil for none.
func (m *maker) image(id string) *content.Image {
	n, _ := strconv.Atoi(id)
	item := m.texts.attachments[n]
	if item == nil || item.Attachment == "" {
		return nil
	}
	image := &content.Image{ID: n, URL: m.address(item.Attachment)}
	if alt := plain(item.meta("_wp_attachment_image_alt")); alt != "" {
		image.Alt = i18n.Text{i18n.Fallback: alt, i18n.LangES: alt}
	}
	meta := item.meta("_wp_attachment_metadata")
	width, height := metaWidth.FindStringSubmatch(meta), metaHeight.FindStringSubmatch(meta)
	if width != nil && height != nil {
		image.Width, _ = strconv.Atoi(width[1])
		image.Height, _ = strconv.Atoi(height[1])
	}
	return image
}

// siteLink returns the site's link of an address of the WordPress, "" for one elsewhere.
func (m *maker) siteLink(address string) string {
	below, ok := m.base.Below(strings.TrimSpace(address))
	if !ok {
		return ""
	}
	return link.Normalize(below)
}

// address returns the site's address of a page or file of the WordPress; others stay.
func (m *maker) address(address string) string {
	below, ok := m.base.Below(address)
	if !ok {
		return address
	}
	upload, isUpload := strings.CutPrefix(below, cmsurl.Uploads)
	switch {
	case isUpload:
		upload, _, _ = strings.Cut(upload, "?")
		if m.config.File != nil {
			if served := m.config.File(upload); served != "" {
				return served
			}
		}
		m.out.Files[address]++
		return address
	case cmsurl.IsUpload(below), cmsurl.IsInternal(below):
		return address
	}
	return below
}

// inMarkup are the addresses in markup, in quotes or in a list of sizes.
var inMarkup = regexp.MustCompile(`https?://[^\s"'<>\\)]+|//[^\s"'<>\\)/]+/wp-content/[^\s"'<>\\)]+`)

// markup returns markup whose addresses are those of the site.
func (m *maker) markup(text string) string {
	return inMarkup.ReplaceAllStringFunc(text, func(address string) string {
		trimmed := strings.TrimRight(address, ",.;")
		return m.address(trimmed) + address[len(trimmed):]
	})
}

// dateForms are those of WordPress and of RSS.
var dateForms = []string{time.DateTime, time.RFC1123Z, time.RFC1123}

// date returns the first date that is one.
func date(texts ...string) time.Time {
	for _, text := range texts {
		for _, form := range dateForms {
			if at, err := time.Parse(form, strings.TrimSpace(text)); err == nil && at.Year() > 0 {
				return at.UTC()
			}
		}
	}
	return time.Unix(0, 0).UTC()
}

// decodeSlug returns a slug as readers see it: WordPress keeps other letters encoded.
func decodeSlug(slug string) string {
	if decoded, err := url.PathUnescape(slug); err == nil {
		return strings.TrimSpace(decoded)
	}
	return strings.TrimSpace(slug)
}

// mimeType returns the type of a file by its name.
func mimeType(address string) string {
	file, _, _ := strings.Cut(address, "?")
	kind, _, _ := strings.Cut(mime.TypeByExtension(strings.ToLower(path.Ext(file))), ";")
	return kind
}
