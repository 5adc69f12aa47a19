package edit

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/audit"
	"estate/internal/store"
	"estate/internal/store/record"
	"estate/internal/studio/account"
)

// Show is a part of the list of properties.
type Show string

// The parts.
const (
	ShowAll      Show = ""
	ShowMine     Show = "mine"
	ShowDrafts   Show = "drafts" // not published, or with changes that wait
	ShowFindings Show = "findings"
	ShowFeed     Show = "feed"
	ShowTrash    Show = "trash" // which is in no other part
)

// Orders of the list.
const (
	SortChanged   = "changed"
	SortPrice     = "price"
	SortPriceDown = "-price"
	SortReference = "reference"
)

// PageSize is the number of properties of a page.
const PageSize = 50

// Query selects properties. Zero fields do not filter.
type Query struct {
	Text  string // words of reference, title, place or type, as one types
	Offer int
	State content.Availability
	Agent int
	Show  Show
	Sort  string // "" means SortChanged
	Page  int    // from 1
	Size  int    // 0 means PageSize
}

// List is one page of properties.
type List struct {
	Total, Page, Pages int
	Rows               []Row
	// States and Shows are numbers of the properties that pass the other parts of the query.
	States map[content.Availability]int
	Shows  map[Show]int
}

// Row is a property in a list, in the language of a user.
type Row struct {
	Property     *content.Property // what the user may see
	Title, Place string
	Type         string
	Offers       []string
	Picture      string // address of a small rendition
	Link         string // on the site, "" while it is not published
	Languages    map[i18n.Lang]bool
	Findings     []FieldProblem
	Agent        string
	May          bool
	WordPressURL string
	// DraftBy is who has typed changes that wait to be published, "" where there are none.
	DraftBy string
}

// table has what the list filters and sorts by, of all properties. It follows the change log when
// a list is asked for, so that a saved change is in the next one.
type table struct {
	mu      sync.Mutex
	loaded  bool
	seq     uint64 // the change that it is as of
	rows    map[int]*tableRow
	orders  map[string][]*tableRow // all rows by a sort order, made when it is asked for
	options *search.Catalog
}

// tableRow is a property in the table.
type tableRow struct {
	id, price, agent  int
	offers            []int
	code              string // the reference
	text, reference   string // folded
	state             content.Availability
	modified          int64
	draft, feed, lack bool
	trash             bool
}

// List returns a page of the properties that pass a query.
func (s *Service) List(ctx context.Context, user *account.User, q Query) (*List, error) {
	if s.store == nil {
		return &List{Page: 1, Pages: 1}, nil
	}
	found, list, err := s.find(ctx, user, q)
	if err != nil {
		return nil, err
	}
	size := cmp.Or(q.Size, PageSize)
	list.Total, list.Pages = len(found), max(1, (len(found)+size-1)/size)
	list.Page = min(max(1, q.Page), list.Pages)
	from := (list.Page - 1) * size
	list.Rows, err = s.rows(ctx, user, found[from:min(from+size, len(found))])
	return list, err
}

// find returns the ids of the properties that pass a query, in its order, with the numbers of a List.
func (s *Service) find(ctx context.Context, user *account.User, q Query) ([]int, *List, error) {
	drafts, err := s.store.Drafts(ctx, content.TypeProperty)
	if err != nil {
		return nil, nil, err
	}
	t := &s.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := s.catchUp(ctx); err != nil {
		return nil, nil, err
	}
	list := &List{States: map[content.Availability]int{}, Shows: map[Show]int{}}
	words := strings.Fields(i18n.Fold(q.Text))
	inShows := make([]int, len(shows))
	var found []int
	for _, row := range t.sorted(q.Sort) {
		draft, isDrafted := drafts[row.id]
		if !row.passes(q, words, draft.Words) {
			continue
		}
		inState, inShow := q.State == "" || row.state == q.State, false
		for i, show := range shows {
			if row.isIn(show, user) || show == ShowDrafts && isDrafted && !row.trash {
				inShow = inShow || show == q.Show
				if inState {
					inShows[i]++
				}
			}
		}
		if inShow {
			list.States[row.state]++
		}
		if inShow && inState {
			found = append(found, row.id)
		}
	}
	for i, show := range shows {
		list.Shows[show] = inShows[i]
	}
	return found, list, nil
}

var shows = []Show{ShowAll, ShowMine, ShowDrafts, ShowFindings, ShowFeed, ShowTrash}

// sorted is all rows in an order.
func (t *table) sorted(by string) []*tableRow {
	if !slices.Contains([]string{SortPrice, SortPriceDown, SortReference}, by) {
		by = SortChanged
	}
	rows := t.orders[by]
	if rows == nil {
		rows = slices.SortedFunc(maps.Values(t.rows), order(by))
		t.orders[by] = rows
	}
	return rows
}

// passes reports whether a row passes a query; drafted are the words of its draft.
func (r *tableRow) passes(q Query, words []string, drafted string) bool {
	if q.Offer != 0 && !slices.Contains(r.offers, q.Offer) || q.Agent != 0 && r.agent != q.Agent {
		return false
	}
	return containsAll(r.text+" "+drafted, words)
}

func (r *tableRow) isIn(show Show, user *account.User) bool {
	if r.trash || show == ShowTrash {
		return r.trash && show == ShowTrash
	}
	switch show {
	case ShowAll:
		return true
	case ShowMine:
		return user.Author != 0 && r.agent == user.Author
	case ShowDrafts:
		return r.draft
	case ShowFindings:
		return r.lack
	case ShowFeed:
		return r.feed
	}
	return false
}

// order compares rows. Properties without a price come last.
func order(by string) func(a, b *tableRow) int {
	newest := func(a, b *tableRow) int {
		if a.modified != b.modified {
			return cmp.Compare(b.modified, a.modified)
		}
		return cmp.Compare(b.id, a.id)
	}
	switch by {
	case SortPrice, SortPriceDown:
		return func(a, b *tableRow) int {
			if (a.price == 0) != (b.price == 0) {
				return cmp.Compare(b.price, a.price)
			}
			if by == SortPrice {
				return cmp.Or(cmp.Compare(a.price, b.price), newest(a, b))
			}
			return cmp.Or(cmp.Compare(b.price, a.price), newest(a, b))
		}
	case SortReference:
		return func(a, b *tableRow) int { return cmp.Or(strings.Compare(a.reference, b.reference), newest(a, b)) }
	}
	return newest
}

// catchUp brings the table to the present. The caller holds its lock.
func (s *Service) catchUp(ctx context.Context) error {
	t := &s.table
	if !t.loaded {
		return s.fill(ctx)
	}
	for now := s.store.Generation(); t.seq < now; {
		changes, last, err := s.store.Changes(ctx, t.seq)
		if errors.Is(err, store.ErrChangesLost) {
			return s.fill(ctx)
		}
		if err != nil {
			return err
		}
		if last < t.seq || len(changes) == 0 { // a backup was restored
			return s.fill(ctx)
		}
		changed := map[int]bool{}
		for _, c := range changes {
			switch {
			case c.Kind == store.ChangeTerm: // names of places and types are in the rows
				return s.fill(ctx)
			case c.Kind == store.ChangeEntity && c.Ref.Type == content.TypeProperty:
				changed[c.Ref.ID] = true
			}
		}
		for id := range changed {
			entity, _, err := s.store.Stored(ctx, content.Ref{Type: content.TypeProperty, ID: id})
			if err != nil {
				return err
			}
			s.setRow(id, entity)
		}
		t.seq = changes[len(changes)-1].Seq
	}
	return nil
}

// set replaces the row of a property; an entity that is nil has none.
func (s *Service) setRow(id int, entity content.Entity) {
	t := &s.table
	clear(t.orders)
	p, ok := entity.(*content.Property)
	if !ok {
		delete(t.rows, id)
		return
	}
	t.rows[id] = s.tableRow(p)
}

// fill reads all properties.
func (s *Service) fill(ctx context.Context) error {
	t := &s.table
	t.loaded = false
	options, err := content.LoadCatalog(ctx, s.store, i18n.Fallback)
	if err != nil {
		return err
	}
	t.options, t.rows, t.orders = options, map[int]*tableRow{}, map[string][]*tableRow{}
	t.seq, err = s.store.AllProperties(ctx, func(p *content.Property) error {
		s.setRow(p.ID, p)
		return nil
	})
	t.loaded = err == nil
	return err
}

func (s *Service) tableRow(p *content.Property) *tableRow {
	t := &s.table
	words := []string{p.Reference, p.PromoName}
	for _, lang := range i18n.Filled {
		words = append(words, p.Title[lang])
		for _, id := range []int{p.Province, p.City, p.Subarea} {
			words = append(words, t.options.Name(search.KeyLocation, id, lang))
		}
		for _, id := range p.Types {
			words = append(words, t.options.Name(search.KeyType, id, lang))
		}
	}
	return &tableRow{
		id: p.ID, price: p.Price.Public(), agent: p.Agent, offers: p.Offers, state: p.State(), modified: p.Modified.Unix(),
		text: i18n.Fold(strings.Join(words, " ")), reference: i18n.Fold(p.Reference), code: p.Reference,
		draft: p.Status != content.StatusPublish, feed: isFed(p),
		lack: s.isBlocked(p, t.options), trash: p.Status == content.StatusTrash,
	}
}

// rows describes properties for a user.
func (s *Service) rows(ctx context.Context, user *account.User, ids []int) ([]Row, error) {
	properties, err := s.store.StoredProperties(ctx, ids)
	if err != nil {
		return nil, err
	}
	options, err := content.LoadCatalog(ctx, s.store, user.Lang)
	if err != nil {
		return nil, err
	}
	drafts, err := s.store.Drafts(ctx, content.TypeProperty)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, 0, len(properties))
	for _, p := range properties {
		row, err := s.row(ctx, user, options, p)
		if err != nil {
			return nil, err
		}
		if row.May {
			row.DraftBy = drafts[p.ID].By
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (s *Service) row(ctx context.Context, user *account.User, options *search.Catalog, p *content.Property) (Row, error) {
	row := Row{
		Property: visible(user, p), Title: p.TitleIn(user.Lang), Place: placeOf(options, p, user.Lang),
		Languages: map[i18n.Lang]bool{}, Findings: s.findings(options, p, user.Lang),
	}
	if len(p.Types) > 0 {
		row.Type = options.Name(search.KeyType, p.Types[0], user.Lang)
	}
	for _, id := range p.Offers {
		if name := options.Name(search.KeyOffer, id, user.Lang); name != "" {
			row.Offers = append(row.Offers, name)
		}
	}
	for _, lang := range i18n.Filled {
		row.Languages[lang] = strings.TrimSpace(p.Title[lang]) != "" && strings.TrimSpace(p.Description[lang]) != ""
	}
	if p.Status == content.StatusPublish {
		row.Link = cmp.Or(p.LinkIn(user.Lang), p.Link)
	}
	picture := p.Featured
	if picture == nil && len(p.Gallery) > 0 {
		picture = &p.Gallery[0]
	}
	if picture != nil {
		row.Picture = s.Thumbnail(picture)
	}
	row.May, row.WordPressURL = s.rights(user, p)
	var err error
	row.Agent, err = s.authorName(ctx, p.Agent)
	return row, err
}

// rights tells whether a user may change a property or development, and where its form in WordPress is.
func (s *Service) rights(user *account.User, entity content.Entity) (may bool, wordPressURL string) {
	if readOnly, ok := errors.AsType[*ReadOnlyError](s.ReadOnly(entity.Ref())); ok {
		return false, readOnly.URL
	}
	return mayEdit(user, agentOf(entity)), ""
}

// authorName is the name of an author, "" for an unknown one.
func (s *Service) authorName(ctx context.Context, id int) (string, error) {
	if id == 0 {
		return "", nil
	}
	author, err := s.store.Author(ctx, i18n.Fallback, id)
	if content.IsNotFound(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return author.Name, nil
}

// placeOf is the place of a property, the smallest part first: "Nueva Andalucía, Marbella".
func placeOf(options *search.Catalog, p *content.Property, lang i18n.Lang) string {
	var names []string
	for _, id := range []int{p.Subarea, p.City, p.Province} {
		if name := options.Name(search.KeyLocation, id, lang); name != "" && len(names) < 2 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// findings are what keeps a property from being published, in words. Its form has the warnings too.
func (s *Service) findings(options *search.Catalog, entity content.Entity, lang i18n.Lang) (list []FieldProblem) {
	for _, check := range s.checksOf(entity, options, lang) {
		if check.Level == string(audit.Blocks) {
			list = append(list, check.FieldProblem)
		}
	}
	return list
}

// languageKeys are the names of languages.
var languageKeys = map[i18n.Lang]string{i18n.LangEN: "language_en", i18n.LangES: "language_es"}

// Document is an entity for a form.
type Document struct {
	Doc          string // JSON, without what the user may not see
	Version      string
	May          bool
	WordPressURL string
	Checks       []Check
	// Suggested are titles of type and place, by language.
	Suggested i18n.Text
}

// Read returns a property or development of any status but the trash, or the settings of the agency.
func (s *Service) Read(ctx context.Context, user *account.User, ref content.Ref) (*Document, error) {
	if s.store == nil {
		return nil, ErrNotFound
	}
	if ref == SettingsRef {
		return s.readAgency(ctx, user)
	}
	if formOf(ref.Type) == nil {
		return nil, ErrNotFound
	}
	entity, version, err := s.store.Stored(ctx, ref)
	if err != nil {
		return nil, err
	}
	if entity == nil || content.HeadOf(entity).Status == content.StatusTrash {
		return nil, ErrNotFound
	}
	options, err := content.LoadCatalog(ctx, s.store, user.Lang)
	if err != nil {
		return nil, err
	}
	d := &Document{Version: string(version), Checks: s.checksOf(entity, options, user.Lang), Suggested: suggestedTitle(entity, options)}
	d.May, d.WordPressURL = s.rights(user, entity)
	if p, ok := entity.(*content.Property); ok {
		portals, err := s.portalChecks(ctx, p)
		if err != nil {
			return nil, err
		}
		d.Checks, entity = append(d.Checks, portals...), visible(user, p)
	}
	d.Doc, err = record.EncodeJSON(entity)
	return d, err
}

func (s *Service) readAgency(ctx context.Context, user *account.User) (*Document, error) {
	if !user.Role.AtLeast(account.RoleEditor) {
		return nil, ErrForbidden
	}
	agency, err := s.agency(ctx)
	if err != nil {
		return nil, err
	}
	d := &Document{May: user.Role.AtLeast(account.RoleOwner)}
	if readOnly, ok := errors.AsType[*ReadOnlyError](s.ReadOnly(SettingsRef)); ok {
		d.May, d.WordPressURL = false, readOnly.URL
	}
	if d.Doc, err = record.EncodeJSON(agency); err != nil {
		return nil, err
	}
	d.Version = string(store.VersionOfDocument(d.Doc))
	return d, nil
}
