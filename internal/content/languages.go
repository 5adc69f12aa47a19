package content

import (
	"context"
	"slices"

	"estate/internal/content/i18n"
)

// Languages returns the filled languages in which the site has content, the fallback language first. A CMS may lack
// one. A nil function means all of them.
type Languages func(context.Context) []i18n.Lang

// Of calls the function.
func (l Languages) Of(ctx context.Context) []i18n.Lang {
	if l == nil {
		return i18n.Filled
	}
	return l(ctx)
}

// Has reports whether a filled language has content.
func (l Languages) Has(ctx context.Context, lang i18n.Lang) bool {
	return lang == i18n.Fallback || slices.Contains(l.Of(ctx), lang)
}
