package edit

import (
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
	"estate/internal/store/record"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
)

// CreateRequest asks for a new property or development.
type CreateRequest struct {
	Copy  int // id of one of the same type to copy, 0 for an empty one
	Offer int // id of an offer, 0 for none
	// Key makes the call idempotent for 24 hours, for one user.
	Key string
}

// Created is a new draft.
type Created struct {
	ID      int    `json:"id"`
	Version string `json:"version"`
}

// Create makes a draft with the next reference of the agency. It is the user's own where the user is an author.
func (s *Service) Create(ctx context.Context, user *account.User, t content.Type, n CreateRequest) (*Created, error) {
	form := formOf(t)
	if form == nil || s.store == nil {
		return nil, ErrNotFound
	}
	if s.cfg.Mode != ModeEmbedded {
		return nil, s.ReadOnly(content.Ref{Type: t})
	}
	if !mayEdit(user, user.Author) {
		return nil, ErrForbidden
	}
	mode, err := s.modeOf(ctx, user, n.Offer)
	if err != nil {
		return nil, err
	}
	pattern, err := s.references(ctx, t, n.Offer)
	if err != nil {
		return nil, err
	}
	return once(ctx, s, user, n.Key, hashOf(t, n.Copy, n.Offer), func(b *store.Batch) (*Created, error) {
		id, err := b.NewID()
		if err != nil {
			return nil, err
		}
		now := s.cfg.Now().UTC()
		head := content.Head{ID: id, Type: t, Slug: draftSlug(id), Status: content.StatusDraft, Modified: now.Truncate(time.Second)}
		head.Link = linkOf(t, i18n.Fallback, head.Slug)
		entity, err := draft(b, user, head, n, mode)
		if err != nil {
			return nil, err
		}
		reference, err := pattern.free(b)
		if err != nil {
			return nil, err
		}
		switch e := entity.(type) {
		case *content.Property:
			e.Reference = reference
		case *content.Development:
			e.Reference = reference
		}
		b.SetWriter(store.Writer{By: user.Name, Via: ViaStudio})
		if err := b.PutIf(entity, ""); err != nil {
			return nil, asInvalid(user, err)
		}
		version, err := store.VersionOf(entity)
		if err != nil {
			return nil, err
		}
		to, err := json.Marshal(reference)
		if err != nil {
			return nil, err
		}
		made := change.Applied{Change: change.Change{Path: fieldReference, To: to}}
		text, err := record.EncodeJSON(detail{Changes: []change.Applied{made}, Agent: agentOf(entity)})
		if err != nil {
			return nil, err
		}
		_, err = b.AddLogEntry(&store.LogEntry{
			At: now, UserID: user.ID, By: user.Name, Via: ViaStudio, Action: ActionCreate, Ref: head.Ref(), Name: nameOf(entity), Changes: text,
		})
		return &Created{ID: id, Version: string(version)}, err
	})
}

// modeOf is what a price of an offer is paid for.
func (s *Service) modeOf(ctx context.Context, user *account.User, offer int) (content.PriceMode, error) {
	if offer == 0 {
		return content.PriceSale, nil
	}
	options, err := content.LoadCatalog(ctx, s.store, user.Lang)
	if err != nil {
		return "", err
	}
	option := options.Option(search.KeyOffer, offer)
	if option == nil {
		return "", &InvalidError{[]FieldProblem{{"offer", word(user.Lang, "choice")}}}
	}
	switch option.Slug {
	case content.OfferRent:
		return content.PriceMonth, nil
	case content.OfferHolidays:
		return content.PriceWeek, nil
	}
	return content.PriceSale, nil
}

// draft is a new property or development, or a copy of what the user may see of another one.
func draft(b *store.Batch, user *account.User, head content.Head, n CreateRequest, mode content.PriceMode) (content.Entity, error) {
	if n.Copy != 0 {
		return copyOf(b, user, head, n.Copy)
	}
	placing := content.Placing{}
	if n.Offer != 0 {
		placing.Offers = []int{n.Offer}
	}
	if head.Type == content.TypeDevelopment {
		return &content.Development{Head: head, Placing: placing, Agent: user.Author}, nil
	}
	return &content.Property{
		Head: head, Placing: placing, Agent: user.Author, Price: content.Price{Currency: "EUR", Mode: mode},
	}, nil
}

// copyOf copies a property or development, without what is true of that one only: reference, link, state, the numbers of its
// registers, and its feed.
func copyOf(b *store.Batch, user *account.User, head content.Head, id int) (content.Entity, error) {
	entity, _, err := b.Get(content.Ref{Type: head.Type, ID: id})
	if err != nil {
		return nil, err
	}
	if entity == nil || content.HeadOf(entity).Status == content.StatusTrash {
		return nil, ErrNotFound
	}
	if !mayEdit(user, agentOf(entity)) {
		return nil, ErrForbidden
	}
	isState := func(badge content.Badge) bool { return badge == content.BadgeSold }
	switch e := entity.(type) {
	case *content.Property:
		copied := *visible(user, e)
		copied.Head, copied.Locks, copied.Availability = head, nil, ""
		copied.Badges = slices.DeleteFunc(slices.Clone(e.Badges), isState)
		copied.Price.Previous = 0
		copied.Registration, copied.NationalRegistration, copied.CadastralReference, copied.InformationSheet = "", "", "", nil
		if copied.Origin = nil; !e.Own() {
			copied.Origin = &content.Origin{Shared: true} // still not for portals
		}
		return &copied, nil
	case *content.Development:
		copied := *e
		copied.Head, copied.Badges = head, slices.DeleteFunc(slices.Clone(e.Badges), isState)
		return &copied, nil
	}
	return nil, ErrNotFound
}

// Trash moves a property or development to the trash: its page is gone. Restore takes it out as a draft, and undo as it was.
func (s *Service) Trash(ctx context.Context, user *account.User, ref content.Ref, key string) (*Saved, error) {
	return once(ctx, s, user, key, hashOf(ref, ActionTrash), func(b *store.Batch) (*Saved, error) { return s.trash(ctx, b, user, ref) })
}

func (s *Service) trash(ctx context.Context, b *store.Batch, user *account.User, ref content.Ref) (*Saved, error) {
	return s.setStatus(ctx, b, user, ref, content.StatusTrash, call{action: ActionTrash})
}

// Restore takes a property or development out of the trash, as a draft.
func (s *Service) Restore(ctx context.Context, user *account.User, ref content.Ref, key string) (*Saved, error) {
	return once(ctx, s, user, key, hashOf(ref, ActionRestore), func(b *store.Batch) (*Saved, error) {
		return s.setStatus(ctx, b, user, ref, content.StatusDraft, call{action: ActionRestore, inTrash: true})
	})
}

func (s *Service) setStatus(
	ctx context.Context, b *store.Batch, user *account.User, ref content.Ref, to content.Status, c call,
) (*Saved, error) {
	entity, _, err := b.Get(ref)
	if err != nil {
		return nil, err
	}
	if entity == nil || formOf(ref.Type) == nil || (content.HeadOf(entity).Status == content.StatusTrash) != c.inTrash {
		return nil, ErrNotFound
	}
	from, err := json.Marshal(content.HeadOf(entity).Status)
	if err != nil {
		return nil, err
	}
	c.changes, c.confirmed = []change.Change{{Path: fieldStatus, From: from, To: json.RawMessage(strconv.Quote(string(to)))}}, true
	return s.write(ctx, b, user, ref, c)
}

// reference is a pattern of references: "ZR", 1001, "P".
type reference struct {
	prefix, suffix string
	number, width  int
}

// referenceForm is a reference with a number: the last one of its digits.
var referenceForm = regexp.MustCompile(`^(.*?)(\d{1,9})(\D*)$`)

func parseReference(text string) (reference, bool) {
	parts := referenceForm.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return reference{}, false
	}
	number, err := strconv.Atoi(parts[2])
	return reference{parts[1], parts[3], number, len(parts[2])}, err == nil
}

func (r reference) String() string {
	digits := strconv.Itoa(r.number)
	return r.prefix + strings.Repeat("0", max(0, r.width-len(digits))) + digits + r.suffix
}

// free is the next reference that nothing has, of any status.
func (r reference) free(b *store.Batch) (string, error) {
	for {
		r.number++
		text := r.String()
		other, err := b.WithReference(text, content.Ref{})
		if err != nil || other == nil {
			return text, err
		}
	}
}

// firstReference begins the references of an agency that has none.
var firstReference = reference{number: 1000, width: 4}

// latest is the number of references that tell an agency's pattern.
const latest = 30

// references is the pattern of the agency's latest references of an offer, with its highest number.
func (s *Service) references(ctx context.Context, t content.Type, offer int) (reference, error) {
	var own []ownReference
	var err error
	if t == content.TypeDevelopment {
		own, err = s.developmentReferences(ctx)
	} else {
		own, err = s.propertyReferences(ctx, offer)
	}
	if err != nil {
		return reference{}, err
	}
	slices.SortStableFunc(own, func(a, b ownReference) int { return cmp.Compare(b.id, a.id) })
	type pattern struct{ prefix, suffix string }
	count := map[pattern]int{}
	var most pattern
	for _, one := range own[:min(latest, len(own))] {
		p := pattern{one.prefix, one.suffix}
		if count[p]++; count[p] > count[most] {
			most = p
		}
	}
	next := firstReference
	for _, one := range own {
		if one.prefix == most.prefix && one.suffix == most.suffix && (one.number > next.number || next == firstReference) {
			next = one.reference
		}
	}
	return next, nil
}

// ownReference is a reference that the agency has given, with the id of what has it.
type ownReference struct {
	reference
	id int
}

// propertyReferences are the references that the agency has given to properties of an offer, or of any where none has it.
func (s *Service) propertyReferences(ctx context.Context, offer int) ([]ownReference, error) {
	t := &s.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := s.catchUp(ctx); err != nil {
		return nil, err
	}
	var all, ofOffer []ownReference
	for _, row := range t.rows {
		parsed, ok := parseReference(row.code)
		if row.feed || !ok {
			continue
		}
		all = append(all, ownReference{parsed, row.id})
		if slices.Contains(row.offers, offer) {
			ofOffer = append(ofOffer, ownReference{parsed, row.id})
		}
	}
	if len(ofOffer) > 0 {
		return ofOffer, nil
	}
	return all, nil
}

func (s *Service) developmentReferences(ctx context.Context) (list []ownReference, err error) {
	err = s.store.AllDevelopments(ctx, func(d *content.Development) error {
		if parsed, ok := parseReference(d.Reference); ok && d.ID < content.FirstFeedID {
			list = append(list, ownReference{parsed, d.ID})
		}
		return nil
	})
	return list, err
}
