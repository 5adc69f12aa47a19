package wordpress

import (
	"context"
	"errors"
	"net/http"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
)

// About is what a CMS says of itself.
type About struct {
	Plugin     string // version of the agency's plugin, "" without it
	WordPress  string
	ServerTime time.Time // its clock, zero when it does not tell
}

// About asks the CMS how it is: the agency's plugin, else some small thing that
// every WordPress has. A failure means that there is no use in asking more.
func (c *Client) About(ctx context.Context) (About, error) {
	got, err := c.ask(ctx, i18n.Fallback, "/estate/v1/site", nil, "")
	if err != nil {
		return About{}, err
	}
	if failure := listFailure(got, 1); !errors.Is(failure, errNoRoute) {
		if failure != nil {
			return About{}, failure
		}
		tree, err := read(got.body)
		return About{tree.at("plugin").text(), tree.at("wordpress").text(), clockOf(got.header)}, err
	}
	_, header, err := c.fetch(ctx, i18n.Fallback, "types/post", Params{"_fields": "slug"}, "")
	if err != nil {
		return About{}, err
	}
	return About{ServerTime: clockOf(header)}, nil
}

// HasLanguage reports whether the CMS has an API in lang. Whatever is no clear
// "no" is a failure.
func (c *Client) HasLanguage(ctx context.Context, lang i18n.Lang) (bool, error) {
	got, err := c.ask(ctx, lang, "types/post", Params{"_fields": "slug"}, "")
	if err != nil {
		return false, err
	}
	if got.status == http.StatusNotFound {
		return false, nil
	}
	if err := got.failure(); err != nil {
		return false, err
	}
	tree, err := read(got.body)
	if err == nil && !tree.isObject() {
		err = content.ErrUnreachable
	}
	return err == nil, err
}

// AllSettings is Settings for a replica: told is false when the CMS has no
// options record, so that nothing is taken for an empty one.
func (c *Client) AllSettings(ctx context.Context, lang i18n.Lang) (settings *content.Settings, told bool, err error) {
	for _, endpoint := range optionsEndpoints {
		got, err := c.ask(ctx, lang, endpoint, nil, "")
		if err != nil {
			return nil, false, err
		}
		failure := listFailure(got, 1)
		if errors.Is(failure, errNoRoute) {
			continue
		}
		if failure != nil {
			return nil, false, failure
		}
		tree, err := read(got.body)
		if err != nil {
			return nil, false, err
		}
		if !tree.at("acf").isObject() {
			break
		}
		settings := c.decoder(lang).settings(tree.at("acf"))
		if settings.SiteTitle == "" {
			settings.SiteTitle, settings.Tagline = c.siteName(ctx, lang, settings.Tagline)
		}
		return settings, true, nil
	}
	title, tagline := c.siteName(ctx, lang, nil)
	return &content.Settings{SiteTitle: title, Tagline: tagline}, false, nil
}

// AllInstagram is Instagram for a replica; ErrNoEndpoint when there is no feed.
func (c *Client) AllInstagram(ctx context.Context) ([]content.InstagramPost, error) {
	for _, endpoint := range instagramEndpoints {
		got, err := c.ask(ctx, i18n.Fallback, endpoint, nil, "")
		if err != nil {
			return nil, err
		}
		failure := listFailure(got, 1)
		if errors.Is(failure, errNoRoute) {
			continue
		}
		if failure != nil {
			return nil, failure
		}
		tree, err := read(got.body)
		if err != nil {
			return nil, err
		}
		return c.decoder(i18n.Fallback).instagram(tree), nil
	}
	return nil, errNoRoute
}
