package redirect

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// step is one redirect of a chain.
type step struct {
	to        string
	status    int
	failure   error // a reference could not be looked up; to is the fallback
	dropQuery bool  // the query is a part of the old link's identity and is dropped
}

// The first words of old links (specification §2.4). The Spanish
// ones apply with and without /es/.
const (
	wordPropertyEN = "propertie"
	wordPropertyES = "propiedad"
	wordListings   = "propiedades"
	wordRentals    = "propiedades-renta"
	wordSale       = "venta"
	wordRent       = "alquiler"
	wordHolidays   = "vacaciones"
)

// fallback is the target of an unknown reference.
var fallback = i18n.Text{
	i18n.LangEN: "/for-sale/villas/marbella/",
	i18n.LangES: "/es/venta/villas/marbella/",
}

// step finds the next redirect of a link, false when there is none.
func (t *Table) step(ctx context.Context, l link.Link, refs References) (step, bool) {
	segments := l.Segments()
	if len(segments) == 0 {
		return t.pair(l)
	}
	switch segments[0] {
	case wordPropertyEN:
		return t.reference(ctx, l, l.Lang, segments[1:], refs), true
	case wordPropertyES:
		return t.reference(ctx, l, i18n.LangES, segments[1:], refs), true
	}
	if s, ok := t.pair(l); ok {
		return s, true
	}
	switch segments[0] {
	case wordListings:
		return step{to: oldListing(segments[1:]), status: StatusMoved}, true
	case wordRentals:
		return step{to: oldRental(segments[1:]), status: StatusMoved}, true
	case wordSale, wordRent, wordHolidays:
		if l.Lang != i18n.LangES {
			return step{to: l.InLang(i18n.LangES).WithQuery(nil).String(), status: StatusMoved}, true
		}
	}
	return step{}, false
}

// pair finds the pair of a link: with its query, else without it, else without
// the page number too.
func (t *Table) pair(l link.Link) (step, bool) {
	agency := *t.pairs.Load()
	l = l.WithHash("")
	bare := l.WithQuery(nil)
	for i, key := range []string{l.String(), bare.String(), bare.WithPage(1).String()} {
		for _, index := range []map[string]Pair{agency, t.fixed} {
			if p, ok := index[key]; ok {
				return step{to: p.To, status: p.status(), dropQuery: i == 0}, true
			}
		}
	}
	return step{}, false
}

// reference redirects an old reference to its property, else to the listing page of its
// pair. A reference with a suffix that names neither is looked up without it (routing
// D20). The last resort is the fallback of the language.
func (t *Table) reference(ctx context.Context, l link.Link, lang i18n.Lang, segments []string, refs References) step {
	s := step{to: fallback.In(lang), status: StatusMoved}
	if len(segments) != 1 {
		return s
	}
	ref, base := segments[0], baseReference(segments[0])
	if t.currentLink(ctx, &s, l, lang, ref, refs) {
		return s
	}
	without := l.WithQuery(nil).WithPage(1)
	without.Route = strings.TrimSuffix(without.Route, ref+"/") + base + "/"
	if base != ref {
		t.currentLink(ctx, &s, without, lang, base, refs)
	}
	return s
}

// currentLink makes the property of a reference the target of a step, else the pair of the
// link. It reports whether there is one.
func (t *Table) currentLink(ctx context.Context, s *step, l link.Link, lang i18n.Lang, ref string, refs References) bool {
	if refs != nil && s.failure == nil && isReference(ref) {
		property, err := refs.RedirectReference(ctx, lang, ref)
		switch {
		case err == nil:
			s.to = property
			return true
		case !content.IsNotFound(err):
			s.failure = err
		}
	}
	p, ok := t.pair(l)
	if ok {
		p.failure = s.failure
		*s = p
	}
	return ok
}

// References are put into requests to the CMS as they are, so only text of this
// pattern is looked up.
var (
	referencePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)
	agencyPattern    = regexp.MustCompile(`^([a-z]+[-_]?[0-9]+[pg])[-_.]?[a-z0-9]{1,6}(?:[-_.][a-z0-9]{1,6})*$`)
)

func isReference(text string) bool { return referencePattern.MatchString(strings.ToLower(text)) }

// baseReference is an agency reference without its duplicate or suffix code:
// "zen-201p-dup" → "zen-201p" (specification §9.18).
func baseReference(ref string) string {
	if found := agencyPattern.FindStringSubmatch(strings.ToLower(ref)); found != nil {
		return found[1]
	}
	return ref
}

// The words of old listing paths. The smaller place comes first: an old path may
// hold a town and a quarter of it.
var (
	oldTypes = []struct{ word, to string }{
		{"villas", "villas"},
		{"villa", "villas"},
		{"apartamentos", "apartamentos"},
		{"apartamento", "apartamentos"},
		{"casas", "casas"},
		{"casa", "casas"},
	}
	oldAreas = []string{"golden-mile", "puerto-banus", "nueva-andalucia", "san-pedro-de-alcantara", "marbella", "malaga"}
)

// oldListing is the target of /propiedades/…: the listing page of its type and area.
func oldListing(segments []string) string {
	kind, area := oldType(segments), oldArea(segments)
	switch {
	case kind == "" && area == "":
		return "/es/venta/"
	case area == "":
		return link.Join("es/venta", kind)
	case kind == "":
		kind = "villas" // the type of the fallback
	}
	return link.Join("es/venta", kind, area)
}

// oldRental is the target of /propiedades-renta/…: houses for rent.
func oldRental(segments []string) string {
	if area := oldArea(segments); area != "" {
		return link.Join("es/alquiler/casas", area)
	}
	return "/es/alquiler/"
}

func oldType(segments []string) string {
	for _, kind := range oldTypes {
		if slices.ContainsFunc(segments, func(s string) bool { return hasWord(s, kind.word) }) {
			return kind.to
		}
	}
	return ""
}

func oldArea(segments []string) string {
	for _, area := range oldAreas {
		if slices.ContainsFunc(segments, func(s string) bool { return hasWord(s, area) }) {
			return area
		}
	}
	return ""
}

// hasWord reports whether a slug holds word between hyphens.
func hasWord(slug, word string) bool {
	return strings.Contains("-"+slug+"-", "-"+word+"-")
}
