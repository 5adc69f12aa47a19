package account

import (
	"slices"
	"time"

	"estate/internal/content/i18n"
)

// Role is what a user may do.
type Role string

// The roles. Each one may do what those below it may.
const (
	RoleOwner  Role = "owner"
	RoleEditor Role = "editor"
	RoleAgent  Role = "agent"
)

// Roles are all roles, the lowest first.
var Roles = []Role{RoleAgent, RoleEditor, RoleOwner}

// Known reports whether r is one of the roles.
func (r Role) Known() bool { return slices.Contains(Roles, r) }

// AtLeast reports whether r may do what low may.
func (r Role) AtLeast(low Role) bool { return slices.Index(Roles, r) >= slices.Index(Roles, low) }

// User is a person with an account.
type User struct {
	ID     string
	Mail   string
	Name   string
	Lang   i18n.Lang // of the studio
	Role   Role
	Author int // the content.Author whose homes are the user's own, 0 for none
	// The rest is for the lists of users.
	Disabled bool
	Created  time.Time
	LastSeen time.Time
	Passkeys int
	HasTOTP  bool
	Pending  bool // has no factor yet: was invited, or added by a command
}
