package wordpress

import (
	"context"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// instagramEndpoints are the endpoints of the feed, which a CMS may lack.
var instagramEndpoints = []string{"/instagram/v1/feed", "instagram"}

// Instagram returns the stored feed, empty when the CMS has none.
func (c *Client) Instagram(ctx context.Context, lang i18n.Lang) ([]content.InstagramPost, error) {
	body, err := firstEndpoint(c, "instagram", instagramEndpoints, func(endpoint string) (node, error) {
		return c.fetchOptional(ctx, c.apiLang(ctx, lang), endpoint, nil)
	})
	if err != nil {
		return nil, err
	}
	return c.decoder(lang).instagram(body), nil
}

func (d decoder) instagram(body node) []content.InstagramPost {
	var posts []content.InstagramPost
	for i, item := range body.at("data").list() {
		address := item.first("media_url", "thumbnail_url").text()
		if strings.EqualFold(item.at("media_type").text(), "video") {
			address = item.first("thumbnail_url", "media_url").text()
		}
		image := d.image(item.at("image"))
		if image == nil && address != "" {
			image = &content.Image{URL: address}
		}
		if image == nil {
			continue
		}
		post := content.InstagramPost{
			ID: item.at("id").text(), Caption: item.at("caption").text(), Image: *image, Permalink: item.at("permalink").text(),
		}
		if post.ID == "" {
			post.ID = strconv.Itoa(i + 1)
		}
		posts = append(posts, post)
	}
	return posts
}
