package replica

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"estate/internal/cms/wordpress"
	"estate/internal/content/i18n"
)

// cms is the client of the remote WordPress with what is known of that WordPress.
type cms struct {
	*wordpress.Client
	state *stateStore
	log   *slog.Logger

	mu    sync.Mutex
	about wordpress.About
	langs []i18n.Lang
}

func newCMS(client *wordpress.Client, state *stateStore, log *slog.Logger) *cms {
	return &cms{Client: client, state: state, log: log, langs: []i18n.Lang{i18n.Fallback}}
}

// ping reads version, plugin and clock of the CMS. It fails when the CMS is down.
func (c *cms) ping(ctx context.Context) (wordpress.About, error) {
	about, err := c.About(ctx)
	if err != nil {
		return about, fmt.Errorf("ping the CMS: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.about = about
	return about, nil
}

// isDown pings the CMS. A ctx that has ended counts as an outage.
func (c *cms) isDown(ctx context.Context) bool {
	_, err := c.ping(ctx)
	return err != nil || ctx.Err() != nil
}

func (c *cms) version() wordpress.About {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.about
}

func (c *cms) hasPlugin() bool { return c.version().Plugin != "" }

// languages returns the languages of the CMS, the fallback language first.
func (c *cms) languages() []i18n.Lang {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.langs
}

// languagesFrom returns the languages with first, if not "", in front.
func (c *cms) languagesFrom(first i18n.Lang) []i18n.Lang {
	langs := c.languages()
	if first == "" {
		return langs
	}
	return append([]i18n.Lang{first}, slices.DeleteFunc(slices.Clone(langs), func(l i18n.Lang) bool { return l == first })...)
}

// discoverLanguages finds the languages of the CMS. A language that it has had once stays:
// its absence is an error and not an empty language.
func (c *cms) discoverLanguages(ctx context.Context) error {
	var known []string
	c.state.read(func(s state) { known = slices.Clone(s.Languages) })
	langs := []i18n.Lang{i18n.Fallback}
	for _, lang := range i18n.Filled {
		if lang == i18n.Fallback {
			continue
		}
		isKnown := slices.Contains(known, string(lang))
		exists, err := c.HasLanguage(ctx, lang)
		if err != nil && isKnown {
			return fmt.Errorf("check language %s of the CMS: %w", lang, err)
		}
		if exists || isKnown {
			langs = append(langs, lang)
		}
		if err != nil {
			c.log.Warn("the REST API of the CMS is not readable in a language; the language is skipped", "lang", lang, "err", err)
		}
	}
	c.mu.Lock()
	c.langs = langs
	c.mu.Unlock()
	c.state.update(func(s *state) {
		s.Languages = nil
		for _, lang := range langs {
			s.Languages = append(s.Languages, string(lang))
		}
	})
	return nil
}
