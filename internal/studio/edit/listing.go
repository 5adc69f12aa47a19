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

// pathsOfAmounts are the paths whose change tells the price anew.
var pathsOfAmounts = []string{"price", "price.amount", "price.from", "price.to", "price.on_ask"}

// formOf is the form of a type, nil where the studio does not edit it.
func formOf(t content.Type) *content.Form {
	i := slices.IndexFunc(content.Forms, func(form *content.Form) bool { return form.Type == t })
	if i < 0 {
		return nil
	}
	return content.Forms[i]
}

// load returns the target of a reference. What is in the trash is only found by calls about the trash.
func load(b *store.Batch, ref content.Ref, inTrash bool) (target, error) {
	if ref == SettingsRef {
		return loadAgency(b)
	}
	form := formOf(ref.Type)
	if form == nil {
		return nil, ErrNotFound
	}
	entity, version, err := b.Get(ref)
	if err != nil {
		return nil, err
	}
	if entity == nil || !inTrash && content.HeadOf(entity).Status == content.StatusTrash {
		return nil, ErrNotFound
	}
	return &listing{batch: b, form: form, before: entity, version: version}, nil
}

// listing is a property or a development as the target of a call.
type listing struct {
	batch   *store.Batch
	form    *content.Form
	before  content.Entity
	version store.Version
	after   content.Entity
}

func (t *listing) document() (string, error) { return record.EncodeJSON(t.before) }

func (t *listing) name() string { return nameOf(t.before) }

// NameSeparator is between the reference and the title in the name of a home in the log.
const NameSeparator = " · "

// nameOf is the name of a property or development for people.
func nameOf(entity content.Entity) string {
	reference, title := referenceOf(entity), titleOf(entity, i18n.Fallback)
	if reference == "" || title == reference {
		return title
	}
	return reference + NameSeparator + title
}

func referenceOf(entity content.Entity) string {
	switch e := entity.(type) {
	case *content.Property:
		return e.Reference
	case *content.Development:
		return e.Reference
	}
	return ""
}

func titleOf(entity content.Entity, lang i18n.Lang) string {
	switch e := entity.(type) {
	case *content.Property:
		return e.TitleIn(lang)
	case *content.Development:
		return e.TitleIn(lang)
	}
	return ""
}

// agentOf is the author who has a property or development.
func agentOf(entity content.Entity) int {
	switch e := entity.(type) {
	case *content.Property:
		return e.Agent
	case *content.Development:
		return e.Agent
	}
	return 0
}

// parse reads a document of the type of the target.
func (t *listing) parse(doc []byte) (content.Entity, error) {
	var entity content.Entity = &content.Property{}
	if t.form.Type == content.TypeDevelopment {
		entity = &content.Development{}
	}
	return entity, json.Unmarshal(doc, entity)
}

func (t *listing) writable(user *account.User, path string) bool {
	return mayEdit(user, agentOf(t.before)) && user.Role.AtLeast(lowest(path))
}

func (t *listing) versions() content.Ref { return t.before.Ref() }

func (t *listing) canonical(doc []byte) (string, error) {
	entity, err := t.parse(doc)
	if err != nil {
		return "", err
	}
	return record.EncodeJSON(entity)
}

// follow sets the link, the time of the last change, locks the fields against the feed of a property, and forgets that its
// price was not understood.
func (t *listing) follow(d *change.Document, what, undone *detail, now time.Time) error {
	what.Agent = agentOf(t.before)
	isPublic, isPriced := false, false
	for _, a := range what.Changes {
		top := content.TopOf(a.Path)
		isPublic = isPublic || top != fieldPrivate && top != fieldLocks
		isPriced = isPriced || slices.Contains(pathsOfAmounts, a.Path)
	}
	if undone != nil {
		return t.followBack(d, what, undone, now, isPublic)
	}
	if err := t.followSlug(d, what, now); err != nil {
		return err
	}
	if isPublic {
		if err := autoChange(d, what, fieldModified, now.Truncate(time.Second)); err != nil {
			return err
		}
	}
	if isPriced && string(d.Value(pathUnknown)) == "true" {
		if err := autoChange(d, what, pathUnknown, nil); err != nil {
			return err
		}
	}
	return t.lock(d, what)
}

// lock locks the changed fields against the feed that a property comes from.
func (t *listing) lock(d *change.Document, what *detail) error {
	if p, ok := t.before.(*content.Property); !ok || !isFed(p) {
		return nil
	}
	locks, err := locksOf(d)
	if err != nil {
		return err
	}
	for _, a := range what.Changes {
		lock := lockOf(content.TopOf(a.Path))
		if slices.Contains(content.LockableFields, lock) && !slices.Contains(locks, lock) {
			locks = append(locks, lock)
			what.Locked = append(what.Locked, lock)
		}
	}
	return setLocks(d, locks)
}

// lockOf is the lock of a field: a feed brings all pictures together.
func lockOf(field string) string {
	if field == fieldPictures || field == fieldPlans {
		return lockOfPictures
	}
	return field
}

// isFed reports whether a feed delivers a property.
func isFed(p *content.Property) bool { return p.Origin != nil && p.Origin.System != "" }

// followBack takes back what followed from the change that is undone.
func (t *listing) followBack(d *change.Document, what, undone *detail, now time.Time, isPublic bool) error {
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
		lock := lockOf(content.TopOf(a.Path))
		kept[lock] = kept[lock] || !isBack
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

func (t *listing) check(c *checker, doc string, paths []string) error {
	var err error
	if t.after, err = t.parse([]byte(doc)); err != nil {
		return err
	}
	d, err := change.Parse(doc)
	if err != nil {
		return err
	}
	c.notOfFeed(t.before, paths)
	c.before = t.before
	return c.fields(t.form, d, paths)
}

// maxPriceStep is the change of a price, in percent, above which a person is asked.
const maxPriceStep = 30

func (t *listing) guards(user *account.User) (guards []FieldProblem) {
	lang := user.Lang
	before, after := content.HeadOf(t.before), content.HeadOf(t.after)
	if before.Status != content.StatusPublish || after.Status != content.StatusPublish {
		return nil
	}
	from, isProperty := t.before.(*content.Property)
	if to, ok := t.after.(*content.Property); ok && isProperty {
		guards = priceGuards(lang, from.Price, to.Price)
	}
	if before.Slug != after.Slug {
		guards = append(guards, FieldProblem{fieldSlug, word(lang, "slug_changes", "from", before.Link, "to", after.Link)})
	}
	return guards
}

func priceGuards(lang i18n.Lang, from, to content.Price) (guards []FieldProblem) {
	if from.OnAsk != to.OnAsk {
		key := "price_on_ask"
		if !to.OnAsk {
			key = "price_public"
		}
		guards = append(guards, FieldProblem{"price.on_ask", word(lang, key)})
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

func (t *listing) put(b *store.Batch, _, _ *detail) (string, error) {
	if err := b.PutIf(t.after, t.version); err != nil {
		return "", err
	}
	version, err := store.VersionOf(t.after)
	return string(version), err
}
