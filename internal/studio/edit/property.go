package edit

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/store/record"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
)

// load returns the target of a reference.
func load(b *store.Batch, ref content.Ref) (target, error) {
	if ref == SettingsRef {
		return loadAgency(b)
	}
	if ref.Type != content.TypeProperty {
		return nil, ErrNotFound
	}
	entity, version, err := b.Get(ref)
	if err != nil {
		return nil, err
	}
	p, ok := entity.(*content.Property)
	if !ok || p.Status == content.StatusTrash {
		return nil, ErrNotFound
	}
	return &property{before: p, version: version}, nil
}

// property is a property as the target of a call.
type property struct {
	before  *content.Property
	version store.Version
	after   *content.Property
}

func (t *property) document() (string, error) { return record.EncodeJSON(t.before) }

func (t *property) name() string { return nameOf(t.before) }

// NameSeparator is between the reference and the title in the name of a home in the log.
const NameSeparator = " · "

func nameOf(p *content.Property) string {
	title := p.TitleIn(i18n.Fallback)
	if p.Reference == "" || title == p.Reference {
		return title
	}
	return p.Reference + NameSeparator + title
}

func (t *property) writable(user *account.User, path string) bool {
	return mayEdit(user, t.before) && user.Role.AtLeast(lowest(path))
}

func (t *property) versions() content.Ref { return t.before.Ref() }

func (t *property) canonical(doc []byte) (string, error) {
	p := &content.Property{}
	if err := json.Unmarshal(doc, p); err != nil {
		return "", err
	}
	return record.EncodeJSON(p)
}

// follow sets the time of the last change, locks the fields against the feed of the property, and forgets that its price was
// not understood.
func (t *property) follow(d *change.Document, what, undone *detail, now time.Time) error {
	what.Agent = t.before.Agent
	isPublic, isPriced := false, false
	for _, a := range what.Changes {
		top := topOf(a.Path)
		isPublic = isPublic || top != fieldPrivate && top != fieldLocks
		isPriced = isPriced || a.Path == "price" || a.Path == "price.amount" || a.Path == "price.on_ask"
	}
	if undone != nil {
		return t.followBack(d, what, undone, now, isPublic)
	}
	if isPublic {
		if err := autoChange(d, what, fieldModified, now.Truncate(time.Second)); err != nil {
			return err
		}
	}
	if isPriced && t.before.Price.Unknown {
		if err := autoChange(d, what, pathUnknown, nil); err != nil {
			return err
		}
	}
	if t.before.Origin == nil {
		return nil
	}
	locks, err := locksOf(d)
	if err != nil {
		return err
	}
	for _, a := range what.Changes {
		lock := topOf(a.Path)
		if slices.Contains(content.LockableFields, lock) && !slices.Contains(locks, lock) {
			locks = append(locks, lock)
			what.Locked = append(what.Locked, lock)
		}
	}
	return setLocks(d, locks)
}

// followBack takes back what followed from the change that is undone.
func (t *property) followBack(d *change.Document, what, undone *detail, now time.Time, isPublic bool) error {
	isRestored := false
	for _, back := range change.Reverse(undone.Auto) {
		a, outcome, err := d.Undo(back)
		if err != nil {
			return err
		}
		if outcome == change.Done {
			what.Auto = append(what.Auto, a)
		}
		isRestored = isRestored || back.Path == fieldModified && outcome != change.Conflict
	}
	if isPublic && !isRestored {
		if err := autoChange(d, what, fieldModified, now.Truncate(time.Second)); err != nil {
			return err
		}
	}
	locks, err := locksOf(d)
	if err != nil {
		return err
	}
	kept := map[string]bool{} // fields in which a value of the change has stayed
	for _, a := range undone.Changes {
		isBack := slices.ContainsFunc(what.Changes, func(done change.Applied) bool { return done.Path == a.Path })
		kept[topOf(a.Path)] = kept[topOf(a.Path)] || !isBack
	}
	for _, lock := range undone.Locked {
		if i := slices.Index(locks, lock); i >= 0 && !kept[lock] {
			locks = slices.Delete(locks, i, i+1)
			what.Unlocked = append(what.Unlocked, lock)
		}
	}
	for _, lock := range undone.Unlocked {
		if !slices.Contains(locks, lock) {
			locks = append(locks, lock)
			what.Locked = append(what.Locked, lock)
		}
	}
	return setLocks(d, locks)
}

// autoChange gives a path a value, whatever it has.
func autoChange(d *change.Document, what *detail, path string, value any) error {
	to, err := json.Marshal(value)
	if err != nil {
		return err
	}
	a, outcome, err := d.Apply(change.Change{Path: path, From: d.Value(path), To: to})
	switch {
	case err != nil:
		return err
	case outcome == change.Equal:
		// Two changes within one second: undo must know that the value stays.
		a.Change = change.Change{Path: path, From: to, To: to}
	}
	what.Auto = append(what.Auto, a)
	return nil
}

func locksOf(d *change.Document) (locks []string, err error) {
	if err := json.Unmarshal(d.Value(fieldLocks), &locks); err != nil {
		return nil, fmt.Errorf("read locks: %w", err)
	}
	return locks, nil
}

func setLocks(d *change.Document, locks []string) error {
	return autoChange(d, &detail{}, fieldLocks, locks) // Locked and Unlocked tell what has changed
}

func (t *property) check(c *checker, doc string, paths []string) error {
	t.after = &content.Property{}
	if err := json.Unmarshal([]byte(doc), t.after); err != nil {
		return err
	}
	return c.property(t.after, paths)
}

// maxPriceStep is the change of a price, in percent, above which a person is asked.
const maxPriceStep = 30

func (t *property) guards(user *account.User) (guards []FieldProblem) {
	from, to := t.before.Price, t.after.Price
	lang := user.Lang
	switch {
	case from.OnAsk != to.OnAsk:
		key := "price_on_ask"
		if !to.OnAsk {
			key = "price_public"
		}
		guards = append(guards, FieldProblem{"price.on_ask", word(lang, key)})
	case from.Amount > 0 && to.Amount == 0:
		guards = append(guards, FieldProblem{"price.amount", word(lang, "price_none")})
	}
	if from.Amount > 0 && to.Amount > 0 && 100*abs(to.Amount-from.Amount) > maxPriceStep*from.Amount {
		guards = append(guards, FieldProblem{"price.amount", word(lang, "price_jump",
			"from", i18n.Price(from.Amount), "to", i18n.Price(to.Amount), "percent", percent(from.Amount, to.Amount))})
	}
	return guards
}

// percent is a change in percent with its sign: "−90 %".
func percent(from, to int) string {
	change := 100 * (to - from) / from
	if change < 0 {
		return "−" + i18n.Group(-change) + " %"
	}
	return "+" + i18n.Group(change) + " %"
}

func abs(n int) int { return max(n, -n) }

func (t *property) put(b *store.Batch, _, _ *detail) (string, error) {
	if err := b.PutIf(t.after, t.version); err != nil {
		return "", err
	}
	version, err := store.VersionOf(t.after)
	return string(version), err
}
