package audit

import (
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/resolve"
)

// translations checks the translation of an entity in each language: it must
// exist and name this entity as its translation.
func (a *audit) translations(head *content.Head) error {
	for _, lang := range i18n.Filled {
		at := head.AlternativeLinks[lang]
		if lang == head.Lang || at == "" {
			continue
		}
		parsed, err := link.Parse(at)
		if err != nil || parsed.Lang != lang {
			a.report.add(GroupTranslations, where(head), at+" is not a link in "+string(lang))
			continue
		}
		result, err := a.cfg.Resolver.Resolve(a.ctx, resolve.Request{Link: parsed})
		if err != nil {
			return err
		}
		other := content.HeadOf(result.Entity)
		switch {
		case result.Failure != nil || result.Redirect != nil || other == nil:
			// The home page is found by its slug, and a list of posts is not an entity.
			if !a.isList(result) {
				a.report.add(GroupTranslations, where(head), at+" is not a page")
			}
		case at == lang.Prefix()+"/" || head.Link == head.Lang.Prefix()+"/":
			// The home page of a language is at its root, whatever the slug of its content.
		case other.LinkIn(head.Lang) != head.Link:
			a.report.add(GroupTranslations, where(head), where(other)+" names "+orNothing(other.LinkIn(head.Lang))+" as its translation")
		}
	}
	return nil
}

func (a *audit) isList(result *resolve.Result) bool {
	return result.Failure == nil && result.Archive != nil
}

// orNothing is the link, or "nothing" for none.
func orNothing(at string) string {
	if at == "" {
		return "nothing"
	}
	return at
}

// missingLanguages are the languages that a text lacks.
func missingLanguages(text i18n.Text, langs ...i18n.Lang) []i18n.Lang {
	return slices.DeleteFunc(slices.Clone(langs), func(lang i18n.Lang) bool {
		_, exists := text[lang]
		return exists
	})
}
