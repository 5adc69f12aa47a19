package search

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"estate/internal/content/i18n"
)

// Feature is one option of the filter s_features.
type Feature struct {
	Slug string // of its English name: "sea-views"
	Key  string // of features.json, as content names it: "sea_views"
	Name i18n.Text
}

// widerFeatures lists, for a general feature, the special ones that include it: a
// property with a heated pool has a pool.
var widerFeatures = map[string][]string{
	"pool":    {"private-pool", "heated-pool", "infinity-pool", "indoor-pool", "communal-pool"},
	"garden":  {"private-garden", "communal-gardens"},
	"terrace": {"covered-terrace", "roof-terrace"},
}

// featureTables are built once from the dictionaries (features.json).
var featureTables = newFeatureTables()

type featureIndex struct {
	list   []Feature
	bySlug map[string]Feature
	slugs  map[string]string // key or slug of a name in any language → slug
	wider  map[string]string // special slug → general slug
}

func newFeatureTables() featureIndex {
	t := featureIndex{bySlug: map[string]Feature{}, slugs: map[string]string{}, wider: map[string]string{}}
	const prefix = "features."
	for _, key := range slices.Sorted(maps.Keys(i18n.Words[i18n.Fallback])) {
		name, ok := strings.CutPrefix(key, prefix)
		if !ok {
			continue
		}
		feature := Feature{Slug: slugOf(i18n.Words[i18n.Fallback][key]), Key: name, Name: i18n.Text{}}
		t.slugs[name] = feature.Slug
		for _, lang := range i18n.Filled {
			if word := i18n.Words[lang][key]; word != "" {
				feature.Name[lang] = word
				t.slugs[slugOf(word)] = feature.Slug
			}
		}
		t.bySlug[feature.Slug] = feature
		t.list = append(t.list, feature)
	}
	for general, special := range widerFeatures {
		for _, slug := range special {
			t.wider[slug] = general
		}
	}
	return t
}

// Features lists the features of features.json, in the order of their keys. Callers must
// not change it.
func Features() []Feature { return featureTables.list }

// FeatureName is the name of a feature, "" when it is none of features.json.
func FeatureName(slug string, lang i18n.Lang) string { return featureTables.bySlug[slug].Name.In(lang) }

// FeatureKey is the key of features.json for a feature, by its key or by its name in any language, ""
// when it is none of them.
func FeatureKey(entry string) string { return featureTables.bySlug[FeatureSlug(entry)].Key }

// FeatureSlug is the slug of a feature as content names it: by a key of features.json, by
// its name in any language, or by words of its own. It is "" for a text without letters.
func FeatureSlug(entry string) string {
	if slug, known := featureTables.slugs[entry]; known {
		return slug
	}
	slug := slugOf(entry)
	if known, ok := featureTables.slugs[slug]; ok {
		return known
	}
	return slug
}

// FeatureSlugs are the slugs by which a property with these features is found, the
// general ones included.
func FeatureSlugs(entries []string) []string {
	var slugs []string
	add := func(slug string) {
		if slug != "" && !slices.Contains(slugs, slug) {
			slugs = append(slugs, slug)
		}
	}
	for _, entry := range entries {
		slug := FeatureSlug(entry)
		add(slug)
		add(featureTables.wider[slug])
	}
	return slugs
}

// slugOf lower-cases text, removes diacritics and joins its words by hyphens.
func slugOf(text string) string {
	var slug strings.Builder
	separate := false
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if separate && slug.Len() > 0 {
				slug.WriteByte('-')
			}
			separate = false
			slug.WriteRune(unicode.ToLower(r))
		default:
			separate = true
		}
	}
	return slug.String()
}
