package edit

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/store/record"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
)

// Request is one save call.
type Request struct {
	Changes []change.Change
	// Key makes the call idempotent for 24 hours, for one user.
	Key string
	// Confirmed saves in spite of guards.
	Confirmed bool
}

// Saved is what became of a call. All changes without a conflict are saved.
type Saved struct {
	Change    int64      `json:"change,omitempty"` // number in the log, 0 if nothing was saved
	Paths     []string   `json:"paths,omitempty"`
	Version   string     `json:"version"`
	Locked    []string   `json:"locked,omitempty"` // fields that feeds do not change any more
	Conflicts []Conflict `json:"conflicts,omitempty"`
}

// Conflict is a change whose value somebody else has changed.
type Conflict struct {
	change.Change
	Now json.RawMessage `json:"now"`
	By  string          `json:"by"` // the person, the feed, or the way of the change
	At  time.Time       `json:"at"`
}

// The ways of changes in versions and in the log.
const (
	ViaStudio = "studio"
	ViaUndo   = "undo"
)

// The actions of the log.
const (
	ActionChange  = "change"
	ActionUndo    = "undo"
	ActionCreate  = "create"
	ActionTrash   = "trash"
	ActionRestore = "restore"
)

// detail is what the log keeps of a change, to show it and to take it back.
type detail struct {
	Changes []change.Applied `json:"changes"`
	// Auto are changes that follow from the others, such as the time of the last change.
	Auto []change.Applied `json:"auto,omitempty"`
	// Locked are the locks that the change has set, Unlocked those that it has removed.
	Locked   []string `json:"locked,omitempty"`
	Unlocked []string `json:"unlocked,omitempty"`
	// Agent is the author whose property it was.
	Agent int `json:"agent,omitempty"`
	// Records are the settings of each language before and after, by which undo restores what languages have apart.
	Records []settingsRecord `json:"records,omitempty"`
}

// maxKeyBytes bounds the key of a call.
const maxKeyBytes = 100

// target is the document of a call, as its batch sees it.
type target interface {
	// document is the JSON that changes are about.
	document() (string, error)
	// name is a name for people.
	name() string
	// writable reports whether the user may change the value at a path.
	writable(user *account.User, path string) bool
	// canonical is the document as it would be stored.
	canonical(doc []byte) (string, error)
	// follow adds what follows from the changes to the document; undone is the detail of the change that is taken back, nil
	// for a new one.
	follow(d *change.Document, what, undone *detail, now time.Time) error
	// check makes the document what put writes, and reports problems of the fields at paths.
	check(c *checker, doc string, paths []string) error
	// guards are the reasons to ask before the changes are saved.
	guards(user *account.User) []FieldProblem
	// put writes the document and returns its version. It may complete the detail.
	put(b *store.Batch, what, undone *detail) (string, error)
	// versions names the documents that changes have replaced.
	versions() content.Ref
}

// Save applies changes to an entity or to the settings of the agency. Changes that find neither their From nor their To are
// conflicts; all others are saved together. The first answer of a key is repeated.
func (s *Service) Save(ctx context.Context, user *account.User, ref content.Ref, r Request) (*Saved, error) {
	if err := checkRequest(user, r); err != nil {
		return nil, err
	}
	r.Changes = s.clean(ref, r.Changes)
	fingerprint := hashOf(ref, r.Changes, r.Confirmed)
	return once(ctx, s, user, r.Key, fingerprint, func(b *store.Batch) (*Saved, error) {
		return s.write(ctx, b, user, ref, call{action: ActionChange, changes: r.Changes, confirmed: r.Confirmed})
	})
}

// Undo takes a change of the log back, as a change of its own.
func (s *Service) Undo(ctx context.Context, user *account.User, seq int64, key string) (*Saved, error) {
	return once(ctx, s, user, key, hashOf(seq), func(b *store.Batch) (*Saved, error) {
		entry, err := b.LogEntry(seq)
		if err != nil {
			return nil, err
		}
		if entry == nil || isEvent(entry.Ref) {
			return nil, ErrNotFound
		}
		var undone detail
		if err := json.Unmarshal([]byte(entry.Changes), &undone); err != nil {
			return nil, fmt.Errorf("read change %d: %w", seq, err)
		}
		back := call{action: ActionUndo, back: change.Reverse(undone.Changes), undone: &undone, confirmed: true}
		if entry.Action == ActionCreate {
			return s.trash(ctx, b, user, entry.Ref)
		}
		back.inTrash = slices.ContainsFunc(undone.Changes, func(a change.Applied) bool { return a.Path == fieldStatus })
		return s.write(ctx, b, user, entry.Ref, back)
	})
}

func checkRequest(user *account.User, r Request) error {
	err := change.Check(r.Changes)
	if problem, ok := errors.AsType[*change.PathError](err); ok {
		return &InvalidError{[]FieldProblem{{problem.Path, word(user.Lang, "malformed")}}}
	}
	return err
}

// once runs fn in a batch, unless the user's key has an answer.
func once[T any](
	ctx context.Context, s *Service, user *account.User, key, fingerprint string, fn func(*store.Batch) (*T, error),
) (*T, error) {
	if s.store == nil {
		return nil, &ReadOnlyError{}
	}
	if key == "" || len(key) > maxKeyBytes {
		return nil, &InvalidError{[]FieldProblem{{"key", word(user.Lang, "malformed")}}}
	}
	var saved *T
	name := user.ID + " " + key
	err := s.store.Write(ctx, func(b *store.Batch) error {
		request, doc, err := b.Answer(name)
		switch {
		case err != nil:
			return err
		case doc != "" && request != fingerprint:
			return ErrKeyReused
		case doc != "":
			saved = new(T)
			return json.Unmarshal([]byte(doc), saved)
		}
		if saved, err = fn(b); err != nil {
			return err
		}
		answer, err := json.Marshal(saved)
		if err != nil {
			return err
		}
		return b.PutAnswer(name, fingerprint, string(answer))
	})
	if err != nil {
		return nil, err
	}
	return saved, nil
}

// call is what write does: changes, or the way back of others.
type call struct {
	action    string
	inTrash   bool // it is about the trash: the content may be there
	changes   []change.Change
	back      []change.Applied
	undone    *detail
	confirmed bool
}

func (s *Service) write(ctx context.Context, b *store.Batch, user *account.User, ref content.Ref, c call) (*Saved, error) {
	if err := s.ReadOnly(ref); err != nil {
		return nil, err
	}
	t, err := load(b, ref, c.inTrash)
	if err != nil {
		return nil, err
	}
	stored, err := t.document()
	if err != nil {
		return nil, err
	}
	d, err := change.Parse(stored)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", record.Describe(ref), err)
	}
	what, conflicts, err := applyAll(user, t, d, c)
	if err != nil {
		return nil, err
	}
	saved := &Saved{}
	if err := nameWriters(b, t.versions(), stored, conflicts); err != nil {
		return nil, err
	}
	saved.Conflicts = conflicts
	if c.undone == nil {
		if err := dropPublished(b, ref, d); err != nil {
			return nil, err
		}
	}
	if len(what.Changes) == 0 {
		saved.Version = string(store.VersionOfDocument(stored))
		return saved, nil
	}
	saved.Paths = pathsOf(what.Changes)
	now := s.cfg.Now().UTC()
	if err := t.follow(d, &what, c.undone, now); err != nil {
		return nil, err
	}
	problems, err := s.problems(ctx, user, t, stored, d, what.Changes)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 && c.action == ActionChange { // what was stored before may be stored again
		return nil, &InvalidError{problems}
	}
	if blocks, err := s.newlyBlocked(ctx, user, t, c); err != nil || len(blocks) > 0 {
		return nil, cmp.Or[error](err, &InvalidError{blocks})
	}
	if err := checkReference(b, user, ref, what.Changes); err != nil {
		return nil, err
	}
	if guards := t.guards(user); len(guards) > 0 && !c.confirmed {
		return nil, &ConfirmError{guards}
	}
	entry := &store.LogEntry{At: now, UserID: user.ID, By: user.Name, Via: ViaStudio, Action: c.action, Ref: ref, Name: t.name()}
	if c.undone != nil {
		entry.Via = ViaUndo
	}
	b.SetWriter(store.Writer{By: user.Name, Via: entry.Via})
	if saved.Version, err = t.put(b, &what, c.undone); err != nil {
		return nil, asInvalid(user, err)
	}
	text, err := record.EncodeJSON(what)
	if err != nil {
		return nil, err
	}
	entry.Changes = text
	saved.Locked = what.Locked
	saved.Change, err = b.AddLogEntry(entry)
	return saved, err
}

// problems makes the changed document what the target writes, and returns the problems of the changed fields.
func (s *Service) problems(
	ctx context.Context, user *account.User, t target, stored string, d *change.Document, applied []change.Applied,
) ([]FieldProblem, error) {
	check := &checker{lang: user.Lang, service: s, ctx: ctx}
	doc, err := check.arrived(t, stored, d, applied)
	if err != nil {
		return nil, err
	}
	err = t.check(check, doc, pathsOf(applied))
	return check.problems, err
}

// checkReference refuses a reference that something else has, also one that is undone: the site finds homes by it.
func checkReference(b *store.Batch, user *account.User, ref content.Ref, applied []change.Applied) error {
	i := slices.IndexFunc(applied, func(a change.Applied) bool { return a.Path == fieldReference })
	if i < 0 {
		return nil
	}
	var reference string
	if err := json.Unmarshal(applied[i].To, &reference); err != nil {
		return err
	}
	other, err := b.WithReference(reference, ref)
	if err != nil || other == nil {
		return err
	}
	key := "reference_taken"
	if content.HeadOf(other).Status == content.StatusTrash {
		key = "reference_trash"
	}
	return &InvalidError{[]FieldProblem{{fieldReference, word(user.Lang, key, "title", titleOf(other, user.Lang))}}}
}

func pathsOf(applied []change.Applied) (paths []string) {
	for _, a := range applied {
		paths = append(paths, a.Path)
	}
	return paths
}

// asInvalid turns an error of the store about the content into an InvalidError.
func asInvalid(user *account.User, err error) error {
	if store.IsInvalid(err) {
		return &InvalidError{[]FieldProblem{{"", word(user.Lang, "refused", "reason", err)}}}
	}
	return err
}

// applyAll applies the changes of a call to a document.
func applyAll(user *account.User, t target, d *change.Document, c call) (what detail, conflicts []Conflict, err error) {
	apply := func(wanted change.Change, do func() (change.Applied, change.Outcome, error)) error {
		if !t.writable(user, wanted.Path) {
			return ErrForbidden
		}
		now := d.Value(wanted.Path)
		a, outcome, err := do()
		if problem, ok := errors.AsType[*change.PathError](err); ok {
			return &InvalidError{[]FieldProblem{{problem.Path, word(user.Lang, "unknown")}}}
		}
		switch {
		case err != nil:
			return err
		case outcome == change.Done:
			what.Changes = append(what.Changes, a)
		case outcome == change.Conflict:
			conflicts = append(conflicts, Conflict{Change: wanted, Now: now})
		}
		return nil
	}
	for _, wanted := range c.changes {
		if err := apply(wanted, func() (change.Applied, change.Outcome, error) { return d.Apply(wanted) }); err != nil {
			return detail{}, nil, err
		}
	}
	for _, back := range c.back {
		if err := apply(back.Change, func() (change.Applied, change.Outcome, error) { return d.Undo(back) }); err != nil {
			return detail{}, nil, err
		}
	}
	return what, conflicts, nil
}

// nameWriters says of each conflict who has given the value of a stored document, and when; nobody where no version tells it.
func nameWriters(b *store.Batch, ref content.Ref, stored string, conflicts []Conflict) error {
	if len(conflicts) == 0 {
		return nil
	}
	list, err := b.Versions(ref)
	if err != nil {
		return err
	}
	now, err := change.Parse(stored)
	if err != nil {
		return err
	}
	for _, before := range list {
		old, err := change.Parse(before.Doc)
		if err != nil {
			return err
		}
		for i := range conflicts {
			one := &conflicts[i]
			if one.At.IsZero() && !change.Same(old.Value(one.Path), now.Value(one.Path)) {
				one.By, one.At = writerName(before.Writer), before.At
			}
		}
	}
	return nil
}

// writerName is the person, the feed, or the way of a change.
func writerName(w store.Writer) string {
	if w.By != "" {
		return w.By
	}
	return strings.TrimPrefix(w.Via, store.ViaFeed(""))
}

// hashOf is a fingerprint of a request.
func hashOf(parts ...any) string {
	text, err := json.Marshal(parts)
	if err != nil {
		return "" // cannot happen: the parts are JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// clean sanitizes the markup of changes.
func (s *Service) clean(ref content.Ref, changes []change.Change) []change.Change {
	if formOf(ref.Type) == nil {
		return changes
	}
	changes = slices.Clone(changes)
	for i := range changes {
		if content.TopOf(changes[i].Path) == "description" {
			changes[i].To = s.cleanMarkup(changes[i].To)
		}
	}
	return changes
}

// cleanMarkup sanitizes a text, or each text of an object of languages. Anything else stays, for the check of the field.
func (s *Service) cleanMarkup(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return encoded(s.cfg.Sanitizer.HTML(text).String(), raw)
	}
	var texts map[string]string
	if json.Unmarshal(raw, &texts) != nil {
		return raw
	}
	for lang := range texts {
		texts[lang] = s.cfg.Sanitizer.HTML(texts[lang]).String()
	}
	return encoded(texts, raw)
}

// encoded is v as JSON, otherwise raw.
func encoded(v any, raw json.RawMessage) json.RawMessage {
	if text, err := json.Marshal(v); err == nil {
		return text
	}
	return raw
}
