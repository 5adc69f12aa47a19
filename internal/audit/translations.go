package audit

import (
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/resolve"
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
			a.report.add(GroupTranslations, where(head), at+" is no link in "+string(lang))
			continue
		}
		result, err := a.cfg.Resolver.Resolve(a.ctx, resolve.Request{Link: parsed})
		if err != nil {
			return err
		}
		other := content.HeadOf(result.Entity)
		switch {
		case result.Failure != nil || result.Redirect != nil || other == nil:
			// The home pages are found by their slug, and a list of posts is no entity.
			if !a.isList(result) {
				a.report.add(GroupTranslations, where(head), at+" shows no such page")
			}
		case other.LinkIn(head.Lang) != head.Link:
			a.report.add(GroupTranslations, where(head), where(other)+" names "+named(other.LinkIn(head.Lang))+" as its translation")
		}
	}
	return nil
}

func (a *audit) isList(result *resolve.Result) bool {
	return result.Failure == nil && result.Archive != nil
}

func named(at string) string {
	if at == "" {
		return "nothing"
	}
	return at
}

// missing are the filled languages that a text lacks.
func missing(text i18n.Text, langs ...i18n.Lang) []i18n.Lang {
	return slices.DeleteFunc(slices.Clone(langs), func(lang i18n.Lang) bool {
		_, said := text[lang]
		return said
	})
}
