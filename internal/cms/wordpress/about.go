package wordpress

import (
	"context"
	"errors"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// About describes a CMS.
type About struct {
	Plugin     string // version of the agency's plugin, "" without it
	WordPress  string
	ServerTime time.Time // clock of the CMS, zero when it sends none
}

// About requests the status of the agency's plugin, else the root of the API, which every WordPress
// has. It fails when the CMS is down.
func (c *Client) About(ctx context.Context) (About, error) {
	got, err := c.request(ctx, i18n.Fallback, "/estate/v1/site", nil, "")
	if err != nil {
		return About{}, err
	}
	if failure := listFailure(got, 1); !errors.Is(failure, errNoRoute) {
		if failure != nil {
			return About{}, failure
		}
		tree, err := got.parse()
		return About{tree.at("plugin").text(), tree.at("wordpress").text(), serverTimeOf(got.header)}, err
	}
	root, err := c.request(ctx, i18n.Fallback, identityEndpoint, Params{"_fields": "namespaces"}, "")
	if err != nil {
		return About{}, err
	}
	if err := root.err(); err != nil {
		return About{}, err
	}
	_, err = root.parse()
	return About{ServerTime: serverTimeOf(root.header)}, err
}

// AllSettings is Settings for a replica. exists is false when the CMS has no options record; the
// settings then hold only the name of the site.
func (c *Client) AllSettings(ctx context.Context, lang i18n.Lang) (settings *content.Settings, exists bool, err error) {
	for _, endpoint := range optionsEndpoints {
		got, err := c.request(ctx, lang, endpoint, nil, "")
		if err != nil {
			return nil, false, err
		}
		if failure := errors.Join(listFailure(got, 1), c.failureOf(ctx, lang, endpoint, got)); isPartMissing(failure) {
			continue
		} else if failure != nil {
			return nil, false, failure
		}
		tree, err := got.parse()
		if err != nil {
			return nil, false, err
		}
		if !tree.at("acf").isObject() {
			break
		}
		settings, err := withMedia(ctx, c, lang, func(d decoder) *content.Settings { return d.settings(tree.at("acf")) })
		if err != nil {
			return nil, false, err
		}
		if settings.SiteTitle == "" {
			settings.SiteTitle, settings.Tagline = c.siteName(ctx, lang, settings.Tagline)
		}
		settings.Zone = c.zone(ctx)
		return settings, true, nil
	}
	title, tagline := c.siteName(ctx, lang, nil)
	return &content.Settings{SiteTitle: title, Tagline: tagline, Zone: c.zone(ctx)}, false, nil
}

// AllInstagram is Instagram for a replica. It fails with ErrNoEndpoint when there is no feed.
func (c *Client) AllInstagram(ctx context.Context) ([]content.InstagramPost, error) {
	for _, endpoint := range instagramEndpoints {
		got, err := c.request(ctx, i18n.Fallback, endpoint, nil, "")
		if err != nil {
			return nil, err
		}
		if failure := errors.Join(listFailure(got, 1), c.failureOf(ctx, i18n.Fallback, endpoint, got)); isPartMissing(failure) {
			continue
		} else if failure != nil {
			return nil, failure
		}
		tree, err := got.parse()
		if err != nil {
			return nil, err
		}
		return c.decoder(i18n.Fallback).instagram(tree), nil
	}
	return nil, errNoRoute
}
