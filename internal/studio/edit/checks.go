package edit

import (
	"context"
	"maps"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/audit"
	"estate/internal/studio/account"
)

// Check is what a property or development lacks.
type Check struct {
	FieldProblem
	Level  string // audit.Blocks or audit.Warns; LevelPortal
	Portal string // name of the channel
}

// LevelPortal is the level of what keeps a property from a portal.
const LevelPortal = "portal"

// missingOf is what an entity lacks to be a complete offer.
func (s *Service) missingOf(entity content.Entity, options *search.Catalog) []audit.Missing {
	switch e := entity.(type) {
	case *content.Property:
		return audit.MissingOf(e, options, i18n.Filled, s.cfg.Law)
	case *content.Development:
		return audit.MissingOfDevelopment(e, i18n.Filled)
	}
	return nil
}

// isBlocked reports that something keeps an entity from being published.
func (s *Service) isBlocked(entity content.Entity, options *search.Catalog) bool {
	return slices.ContainsFunc(s.missingOf(entity, options), func(m audit.Missing) bool { return m.Level == audit.Blocks })
}

// checksOf is what an entity lacks, in words: what blocks first.
func (s *Service) checksOf(entity content.Entity, options *search.Catalog, lang i18n.Lang) (list []Check) {
	for _, missing := range s.missingOf(entity, options) {
		key := "missing_" + string(missing.Need)
		if missing.Lang == "" && (missing.Need == audit.NeedTitle || missing.Need == audit.NeedDescription) {
			key += "_all"
		}
		text := word(lang, key, "language", word(lang, languageKeys[missing.Lang]))
		list = append(list, Check{FieldProblem: FieldProblem{missing.Path, text}, Level: string(missing.Level)})
	}
	slices.SortStableFunc(list, func(a, b Check) int { return levels[a.Level] - levels[b.Level] })
	return list
}

var levels = map[string]int{string(audit.Blocks): 0, string(audit.Warns): 1, LevelPortal: 2}

// newlyBlocked is what keeps the changed content from being published. What was published with a lack before, for example by an
// import, stays editable; so does what comes back from the trash as it was.
func (s *Service) newlyBlocked(ctx context.Context, user *account.User, t target, c call) ([]FieldProblem, error) {
	l, ok := t.(*listing)
	if !ok || content.HeadOf(l.after).Status != content.StatusPublish {
		return nil, nil
	}
	options, err := content.LoadCatalog(ctx, s.store, user.Lang)
	if err != nil {
		return nil, err
	}
	var had []Check
	before := content.HeadOf(l.before).Status
	if before == content.StatusPublish || before == content.StatusTrash && c.undone != nil {
		had = s.checksOf(l.before, options, user.Lang)
	}
	var blocks []FieldProblem
	for _, check := range s.checksOf(l.after, options, user.Lang) {
		isSame := func(other Check) bool { return other.Path == check.Path && other.Level == check.Level }
		if check.Level == string(audit.Blocks) && !slices.ContainsFunc(had, isSame) {
			blocks = append(blocks, check.FieldProblem)
		}
	}
	return blocks, nil
}

// portalChecks are why portals would not take a property. One that nobody can buy or rent any more is not for portals.
func (s *Service) portalChecks(ctx context.Context, p *content.Property) (list []Check, err error) {
	if s.cfg.Portals == nil || p.Sold() || !p.Own() {
		return nil, nil
	}
	reasons, err := s.cfg.Portals(ctx, p)
	for _, portal := range slices.Sorted(maps.Keys(reasons)) {
		for _, reason := range reasons[portal] {
			list = append(list, Check{FieldProblem{pathOf(reason.Field), reason.Text}, LevelPortal, portal})
		}
	}
	return list, err
}

// pathOf is the first field of the form that is a part of a field of the document.
func pathOf(field string) string {
	for _, one := range content.PropertyForm.Fields() {
		if field != "" && isBelow(one.Path, field) {
			return one.Path
		}
	}
	return field
}
