package inbox

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
)

// Item is an enquiry in a list.
type Item struct {
	Key       leads.Key
	Created   time.Time
	Lang      i18n.Lang
	Kind      leads.Kind
	Name      string
	Reference string // of its property, or of the first one of its viewing
	Page      string // site link
	Excerpt   string // of the message
	Delivery  string // leads.Lead.State
	Spam      bool
	State     State
	Assignee  string // id of a user
	Viewing   time.Time
	Minutes   int // of the viewing

	mailbox    string
	phone      string // its digits
	answered   bool   // by its own mark
	text       string // folded, for the search
	wishes     []time.Time
	properties []Property
	handling   Handling
}

// Property names a property or development of an enquiry.
type Property struct{ Reference, Title, Link string }

// propertiesOf are the properties and developments that an enquiry is about.
func propertiesOf(lead *leads.Lead) (properties []Property) {
	if lead.Viewing != nil {
		for _, property := range lead.Viewing.Properties {
			properties = append(properties, Property{property.Reference, property.Title, property.Link})
		}
	}
	if lead.Reference != "" && !slices.ContainsFunc(properties, func(h Property) bool { return h.Reference == lead.Reference }) {
		property := Property{Reference: lead.Reference}
		if lead.Kind == leads.KindProperty || lead.Kind == leads.KindDevelopment {
			property.Link = lead.Page
		}
		properties = append(properties, property)
	}
	return properties
}

// Limits of lists.
const (
	perPage       = 50
	maxItems      = 50_000 // in memory, the newest
	maxExcerpt    = 160    // characters
	maxOthers     = 20
	maxQueryWords = 10
)

// newItem is the part of an enquiry that lists show and search.
func newItem(key leads.Key, lead *leads.Lead) *Item {
	item := &Item{
		Key: key, Created: lead.Created, Lang: lead.Lang, Kind: lead.Kind, Name: lead.Name, Page: lead.Page, Reference: lead.Reference,
		Excerpt: excerpt(lead.Message), phone: leads.Digits(lead.Phone), properties: propertiesOf(lead), Minutes: standardMinutes,
	}
	if lead.Mail != "" {
		item.mailbox = leads.Mailbox(lead.Mail)
	}
	texts := []string{lead.Name, lead.Mail, lead.Phone, item.phone, lead.Message}
	for _, property := range item.properties {
		texts = append(texts, property.Reference, property.Title)
	}
	if lead.Viewing != nil {
		item.wishes, item.Minutes = lead.Viewing.Wishes, lead.Viewing.Minutes
		if item.Reference == "" && len(item.properties) > 0 {
			item.Reference = item.properties[0].Reference
		}
	}
	item.text = i18n.Fold(strings.Join(texts, "\n"))
	item.follow(lead)
	return item
}

// follow takes over what changes of an enquiry.
func (i *Item) follow(lead *leads.Lead) {
	i.Delivery, i.Spam, i.answered = lead.State(), lead.Spam != "", !lead.Answered.IsZero()
}

// with is the item with what the office does about it.
func (i Item) with(h Handling) Item {
	i.handling, i.State, i.Assignee, i.Viewing = h, h.State, h.Assignee, h.Viewing
	if h.Minutes > 0 {
		i.Minutes = h.Minutes
	}
	switch {
	case i.Spam:
		i.State = StateSpam
	case i.State != "":
	case i.answered:
		i.State = StateAnswered
	default:
		i.State = StateNew
	}
	return i
}

func excerpt(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), 8*maxExcerpt)], "")
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > maxExcerpt {
		return string(runes[:maxExcerpt-1]) + "…"
	}
	return string(runes)
}

// table keeps the items of all enquiries in memory: what changed since the last look is read again. 20,000 enquiries are about
// 20 MB, and a search of them takes some milliseconds; SQL over two databases and the documents of the mirror would be more code.
type table struct {
	mu       sync.Mutex
	own      map[leads.Key]*Item // of this node's file
	version  int64               // of the file
	others   map[leads.Key]*Item
	position int64 // in the mirror
	handling map[leads.Key]Handling
	handled  int64  // version of the handling
	items    []Item // all, the newest first; never changed
	read     bool
}

// clear forgets all: the next look reads everything.
func (t *table) clear() {
	t.own, t.others, t.handling, t.items = nil, map[leads.Key]*Item{}, map[leads.Key]Handling{}, nil
	t.position, t.handled, t.read = 0, 0, false
}

// refresh returns all items, the newest first. When the mirror is away it returns what is known, and why.
func (s *Service) refresh(ctx context.Context) (items []Item, away, err error) {
	t := &s.table
	t.mu.Lock()
	defer t.mu.Unlock()
	node, err := s.files.NodeName(ctx)
	if err != nil {
		return nil, nil, err
	}
	ownChanged, err := s.refreshOwn(ctx, node)
	if err != nil {
		return nil, nil, err
	}
	othersChanged, away := s.refreshOthers(ctx, node)
	changed, last, err := s.cfg.Store.changedSince(ctx, t.handled)
	if err != nil {
		return nil, nil, err
	}
	for _, h := range changed {
		t.handling[h.Key] = h
	}
	t.handled = last
	if ownChanged || othersChanged || len(changed) > 0 || !t.read {
		t.merge()
	}
	return t.items, away, nil
}

// refreshOwn reads the enquiries of this node again when one of them changed.
func (s *Service) refreshOwn(ctx context.Context, node string) (changed bool, err error) {
	t := &s.table
	version, err := s.files.Version(ctx)
	if err != nil || t.read && version == t.version {
		return false, err
	}
	own := make(map[leads.Key]*Item, len(t.own))
	for _, spam := range []bool{false, true} {
		for lead, err := range s.files.Leads(ctx, leads.Selection{Spam: spam}) {
			if err != nil {
				return false, err
			}
			key := lead.Origin
			if key.Node == "" {
				key = leads.Key{Node: node, ID: lead.ID}
			}
			if known := t.own[key]; known != nil && known.Created.Equal(lead.Created) {
				same := *known // what a visitor wrote does not change
				same.follow(lead)
				own[key] = &same
			} else {
				own[key] = newItem(key, lead)
			}
		}
	}
	t.own, t.version = own, version
	return true, nil
}

// copiesPerQuery bounds the enquiries that one query of the mirror reads.
const copiesPerQuery = 500

// refreshOthers reads what the other nodes have changed in the mirror.
func (s *Service) refreshOthers(ctx context.Context, node string) (changed bool, err error) {
	t := &s.table
	for s.files.Mirror != nil {
		copies, err := s.files.Mirror.Since(ctx, t.position, copiesPerQuery)
		if err != nil {
			return changed, err
		}
		for _, c := range copies {
			if c.Lead == nil || c.Owner == node {
				delete(t.others, c.Key)
			} else {
				t.others[c.Key] = newItem(c.Key, c.Lead)
			}
			t.position, changed = c.Seq, true
		}
		if len(copies) < copiesPerQuery {
			break
		}
	}
	return changed, nil
}

// merge makes the list of all items.
func (t *table) merge() {
	items := make([]Item, 0, len(t.own)+len(t.others))
	for key, item := range t.own {
		items = append(items, item.with(t.handling[key]))
	}
	for key, item := range t.others {
		if t.own[key] == nil { // else this node has just taken it over
			items = append(items, item.with(t.handling[key]))
		}
	}
	slices.SortFunc(items, func(a, b Item) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.Key.ID, a.Key.ID), strings.Compare(a.Key.Node, b.Key.Node))
	})
	t.items, t.read = items[:min(len(items), maxItems)], true
}

// Query selects enquiries.
type Query struct {
	State    string // "" for new and open ones, "all" for all but spam, or a State
	Text     string // words that name, mail, telephone, reference or message hold
	Assignee string // id of a user, "none" for nobody
	Kind     string
	Page     int // from 1
}

// List is a page of enquiries.
type List struct {
	Total, Page, Pages int
	Items              []Item
	States             map[string]int // numbers by state, and of "all", of what passes the rest of the query
	// Incomplete is true when the mirror is away: newer enquiries of other nodes are missing.
	Incomplete bool
}

// List returns a page of the enquiries that a user may see.
func (s *Service) List(ctx context.Context, user account.User, q Query) (List, error) {
	items, away, err := s.refresh(ctx)
	if err != nil {
		return List{}, err
	}
	s.logAway(ctx, away)
	list := List{States: map[string]int{"all": 0}, Incomplete: away != nil}
	for _, state := range []State{StateNew, StateOpen, StateAnswered, StateClosed, StateSpam} {
		list.States[string(state)] = 0
	}
	words := strings.Fields(i18n.Fold(q.Text))
	words = words[:min(len(words), maxQueryWords)]
	may := s.viewer(user)
	var found []int // positions in items
	for i := range items {
		item := &items[i]
		if !item.passes(q, words) || !may(ctx, item) {
			continue
		}
		list.States[string(item.State)]++
		if item.State != StateSpam {
			list.States["all"]++
		}
		if item.in(q.State) {
			found = append(found, i)
		}
	}
	list.Total, list.Pages = len(found), max((len(found)+perPage-1)/perPage, 1)
	list.Page = min(max(q.Page, 1), list.Pages)
	for _, i := range found[(list.Page-1)*perPage : min(list.Page*perPage, len(found))] {
		list.Items = append(list.Items, items[i])
	}
	return list, nil
}

func (i *Item) passes(q Query, words []string) bool {
	if q.Kind != "" && string(i.Kind) != q.Kind || q.Assignee == "none" && i.Assignee != "" ||
		q.Assignee != "" && q.Assignee != "none" && i.Assignee != q.Assignee {
		return false
	}
	for _, word := range words {
		if !strings.Contains(i.text, word) {
			return false
		}
	}
	return true
}

func (i *Item) in(state string) bool {
	switch state {
	case "":
		return i.State == StateNew || i.State == StateOpen
	case "all":
		return i.State != StateSpam
	}
	return string(i.State) == state
}

// viewer returns what reports whether a user may see an enquiry: agents see those of their own homes and those that are assigned to
// them.
func (s *Service) viewer(user account.User) func(context.Context, *Item) bool {
	if user.Role.AtLeast(account.RoleEditor) {
		return func(context.Context, *Item) bool { return true }
	}
	return func(ctx context.Context, item *Item) bool {
		if item.Assignee == user.ID {
			return true
		}
		return user.Author != 0 &&
			slices.ContainsFunc(item.properties, func(property Property) bool { return s.agentOf(ctx, property) == user.Author })
	}
}

// agentAge is how long the agent of a home is remembered.
const agentAge = time.Minute

type agent struct {
	author int
	at     time.Time
}

// agentOf is the agent of a home, 0 for none or an unknown home.
func (s *Service) agentOf(ctx context.Context, property Property) int {
	now := s.cfg.Now()
	known, ok := s.agents.Load(property)
	if ok && now.Sub(known.(agent).at) < agentAge {
		return known.(agent).author
	}
	listing, _, err := s.cfg.Listings.Listing(ctx, i18n.Fallback, property)
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "studio: the agent of a home cannot be read", "reference", property.Reference, "err", err)
		return 0
	}
	s.agents.Store(property, agent{listing.Agent, now})
	return listing.Agent
}
