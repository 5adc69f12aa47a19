package edit

import (
	"fmt"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/studio/account"
)

// TypeSettings is the type of the settings of the agency; their id is 0.
const TypeSettings content.Type = "settings"

// SettingsRef names the settings of the agency in calls and in the log.
var SettingsRef = content.Ref{Type: TypeSettings}

// ReadOnly returns a *ReadOnlyError if an entity is edited in WordPress, nil otherwise.
func (s *Service) ReadOnly(ref content.Ref) error {
	switch {
	case s.cfg.Mode == ModeEmbedded:
		return nil
	case s.cfg.Mode == ModeReplica && ref.ID >= content.FirstFeedID:
		return nil // WordPress does not have it
	}
	return &ReadOnlyError{URL: s.wordPressURL(ref)}
}

// wordPressURL is the address of the form of an entity in WordPress, "" where it is not known.
func (s *Service) wordPressURL(ref content.Ref) string {
	base, err := url.Parse(s.cfg.CMSURL)
	if err != nil || base.Host == "" {
		return ""
	}
	base.RawQuery, base.Fragment, base.User = "", "", nil
	admin := strings.TrimSuffix(base.String(), "/") + "/wp-admin/"
	if ref.Type == TypeSettings {
		return admin
	}
	return admin + fmt.Sprintf("post.php?post=%d&action=edit", ref.ID)
}

// mayEdit reports whether a user may change the properties and developments of an author at all.
func mayEdit(user *account.User, agent int) bool {
	return user.Role.AtLeast(account.RoleEditor) || user.Role == account.RoleAgent && isOwn(user, agent)
}

// isOwn reports whether the user is the author who has a property.
func isOwn(user *account.User, agent int) bool {
	return user.Author != 0 && agent == user.Author
}

// The private fields of a property.
const (
	fieldPrivate   = "private"
	pathCommission = "private.commission"
	fieldAgent     = "agent"
	fieldReference = "reference"
	fieldLocks     = "locks"
	fieldModified  = "modified"
	fieldStatus    = "status"
	fieldSlug      = "slug"
	fieldOrigin    = "source"
	pathUnknown    = "price.unknown"
	fieldPictures  = "featured_image"
	fieldPlans     = "plans"
	lockOfPictures = "gallery"
)

// lowest is the lowest role that may change a path of a property that the user may edit.
func lowest(path string) account.Role {
	top := content.TopOf(path)
	switch {
	case path == fieldPrivate, isBelow(path, pathCommission):
		return account.RoleOwner
	case top == fieldAgent, top == fieldLocks, top == fieldOrigin:
		return account.RoleEditor
	}
	return account.RoleAgent
}

// maySee reports whether a user may read a path of a property of an author, 0 for nobody's.
func maySee(user *account.User, agent int, path string) bool {
	switch {
	case user.Role == account.RoleOwner:
		return true
	case path == fieldPrivate, isBelow(path, pathCommission):
		return false
	case content.TopOf(path) == fieldPrivate || content.TopOf(path) == fieldOrigin:
		return user.Role == account.RoleEditor || isOwn(user, agent)
	}
	return true
}

// visible is a property without what a user may not see.
func visible(user *account.User, p *content.Property) *content.Property {
	shown := *p
	if !maySee(user, p.Agent, fieldOrigin) {
		shown.Origin, shown.Private = nil, nil
		if shown.Address != nil {
			shown.Address = shown.Address.Public()
		}
		return &shown
	}
	if p.Private != nil && !maySee(user, p.Agent, pathCommission) {
		private := *p.Private
		private.Commission = nil
		shown.Private = nilIfEmpty(private)
	}
	return &shown
}

func nilIfEmpty(private content.Private) *content.Private {
	if private == (content.Private{}) {
		return nil
	}
	return &private
}

// isBelow reports whether a path is that of a value, or of a part of it.
func isBelow(path, value string) bool {
	return path == value || strings.HasPrefix(path, value+".")
}
