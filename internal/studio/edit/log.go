package edit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
)

// LogQuery selects lines of the log. Zero fields do not filter.
type LogQuery struct {
	Ref    content.Ref
	By     string // id of a user
	Others bool   // without the user's own lines
	Since  time.Time
	Before int64 // number of a line, exclusive
	Limit  int   // 0 means 50
}

// LogEntry is a line of the log with what the user may see of its changes.
type LogEntry struct {
	store.LogEntry
	Changes []change.Applied
	MayUndo bool
}

// maxLogEntries is the number of lines of one answer.
const maxLogEntries = 50

// Log returns lines of the log, the newest first. An agent sees the lines of own properties and the agent's own lines, nobody
// else's about enquiries.
func (s *Service) Log(ctx context.Context, user *account.User, q LogQuery) ([]LogEntry, error) {
	if s.store == nil {
		return nil, nil
	}
	limit := q.Limit
	if limit <= 0 || limit > maxLogEntries {
		limit = maxLogEntries
	}
	selected := store.LogQuery{Ref: q.Ref, UserID: q.By, Before: q.Before, Since: q.Since, Limit: maxLogEntries}
	if q.Others {
		selected.NotBy = user.ID
	}
	var list []LogEntry
	for {
		lines, err := s.store.Log(ctx, selected)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			entry, visible, err := logEntry(user, line)
			if err != nil {
				return nil, err
			}
			if visible {
				list = append(list, entry)
			}
			if len(list) == limit {
				return list, nil
			}
		}
		if len(lines) < maxLogEntries {
			return list, nil
		}
		selected.Before = lines[len(lines)-1].Seq
	}
}

// logEntry is a line as a user may see it.
func logEntry(user *account.User, line store.LogEntry) (entry LogEntry, visible bool, err error) {
	var what detail
	if err := json.Unmarshal([]byte(line.Changes), &what); err != nil {
		return LogEntry{}, false, fmt.Errorf("read change %d: %w", line.Seq, err)
	}
	if isEvent(line.Ref) {
		visible = user.Role != account.RoleAgent || line.UserID == user.ID
		return LogEntry{LogEntry: line, Changes: what.Changes}, visible, nil
	}
	isAgency := line.Ref == SettingsRef
	if user.Role == account.RoleAgent && (isAgency || !isOwn(user, what.Agent)) && line.UserID != user.ID {
		return LogEntry{}, false, nil
	}
	entry = LogEntry{LogEntry: line, MayUndo: isAgency && user.Role == account.RoleOwner || !isAgency && mayEdit(user, what.Agent)}
	for _, a := range what.Changes {
		if !isAgency && !maySee(user, what.Agent, a.Path) {
			entry.MayUndo = false
			continue
		}
		if !isAgency && !user.Role.AtLeast(lowest(a.Path)) {
			entry.MayUndo = false
		}
		entry.Changes = append(entry.Changes, a)
	}
	return entry, len(entry.Changes) > 0, nil
}
