package edit

import (
	"context"
	"encoding/json"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/store/record"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
)

// The types of what events are about.
const (
	TypeEnquiries     content.Type = "enquiries"
	TypeSavedSearches content.Type = "saved-searches"
)

// The actions of events.
const (
	ActionState   = "state"
	ActionAssign  = "assign"
	ActionNote    = "note"
	ActionAnswer  = "answer"
	ActionConfirm = "confirm"
	ActionRetry   = "retry"
	ActionRemove  = "remove"
	ActionErase   = "erase"
	ActionExport  = "export"
)

// Event is something that a user has done outside the content, which no undo takes back. It has no data of visitors.
type Event struct {
	Type   content.Type
	Action string
	ID     int    // 0 for an event that is about several
	Name   string // the label of an enquiry
	// To is the new value for people, of the field of this name: a state, the name of a user, a number. Nil for none.
	Field string
	To    any
	// Key is that of a call that may be repeated, "" for others.
	Key string
}

// Record writes an event into the log. Without a store there is no log.
func (s *Service) Record(ctx context.Context, user *account.User, e Event) error {
	if s.store == nil {
		return nil
	}
	what := detail{}
	if e.Field != "" {
		to, err := json.Marshal(e.To)
		if err != nil {
			return err
		}
		what.Changes = []change.Applied{{Change: change.Change{Path: e.Field, From: json.RawMessage("null"), To: to}}}
	}
	text, err := record.EncodeJSON(what)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(b *store.Batch) error {
		if e.Key != "" {
			name := user.ID + " event " + e.Key
			if request, _, err := b.Answer(name); err != nil || request != "" {
				return err
			}
			if err := b.PutAnswer(name, e.Action, "{}"); err != nil {
				return err
			}
		}
		_, err := b.AddLogEntry(&store.LogEntry{
			At: s.cfg.Now().UTC(), UserID: user.ID, By: user.Name, Via: ViaStudio, Action: e.Action,
			Ref: content.Ref{Type: e.Type, ID: e.ID}, Name: e.Name, Changes: text,
		})
		return err
	})
}

// isEvent reports whether a line of the log is one of Record.
func isEvent(ref content.Ref) bool { return ref.Type == TypeEnquiries || ref.Type == TypeSavedSearches }
