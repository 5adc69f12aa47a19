package instagram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a feed.
const (
	maxFeedBytes = 2 << 20
	maxCaption   = 500 // characters
)

// post is a post of the Instagram API.
type post struct {
	ID        string `json:"id"`
	Caption   string `json:"caption"`
	MediaType string `json:"media_type"` // IMAGE, VIDEO, CAROUSEL_ALBUM
	MediaURL  string `json:"media_url"`
	Thumbnail string `json:"thumbnail_url"`
	Permalink string `json:"permalink"`
}

// picture is the URL of the picture of a post; that of a video is its thumbnail.
func (p *post) picture() string {
	if strings.EqualFold(p.MediaType, "VIDEO") || p.MediaURL == "" {
		return p.Thumbnail
	}
	return p.MediaURL
}

// posts fetches the feed, newest post first.
func (r *Refresher) posts(ctx context.Context, token string) ([]post, error) {
	address, err := url.Parse(r.cfg.URL)
	if err != nil {
		return nil, errors.New("the URL of the feed is invalid; correct instagram.url")
	}
	query := address.Query()
	query.Set("limit", strconv.Itoa(r.cfg.Posts))
	if token != "" {
		query.Set("access_token", token)
	}
	address.RawQuery = query.Encode()
	var response struct {
		Data []post `json:"data"`
	}
	if err := r.getJSON(ctx, address, &response); err != nil {
		return nil, fmt.Errorf("fetch the feed: %w", err)
	}
	return usablePosts(response.Data, r.cfg.Posts), nil
}

// usablePosts returns at most n posts that can be shown, with shortened captions.
func usablePosts(data []post, n int) []post {
	var usable []post
	seen := map[string]bool{}
	for _, p := range data {
		link, err := url.Parse(p.Permalink)
		switch {
		case len(usable) == n:
			return usable
		case p.ID == "" || len(p.ID) > 200 || seen[p.ID] || p.picture() == "":
			continue
		case err != nil || link.Scheme != "https" || link.Host == "":
			continue
		}
		seen[p.ID] = true
		p.Caption = shortenCaption(strings.TrimSpace(strings.ToValidUTF8(p.Caption, "")))
		usable = append(usable, p)
	}
	return usable
}

// shortenCaption cuts a caption after a word, to at most maxCaption characters.
func shortenCaption(caption string) string {
	if utf8.RuneCountInString(caption) <= maxCaption {
		return caption
	}
	cut := string([]rune(caption)[:maxCaption])
	if space := strings.LastIndexAny(cut, " \n"); space > 0 {
		cut = cut[:space]
	}
	return strings.TrimSpace(cut) + "…"
}

// getJSON fetches JSON from a URL that contains the token. Its errors contain neither the
// URL nor the text of the response, which may quote the token.
func (r *Refresher) getJSON(ctx context.Context, address *url.URL, into any) error {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return errors.New("the URL is invalid; correct instagram.url")
	}
	request.Header.Set("Accept", "application/json")
	response, err := r.http.Do(request)
	if err != nil {
		return withoutURL(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxFeedBytes+1))
	switch {
	case err != nil:
		return withoutURL(err)
	case response.StatusCode != http.StatusOK:
		return apiError(response.StatusCode, body)
	case len(body) > maxFeedBytes:
		return fmt.Errorf("the response is longer than %d bytes; reduce instagram.posts", maxFeedBytes)
	}
	if json.Unmarshal(body, into) != nil {
		return errors.New("the response is not the JSON of a feed; instagram.url must be a URL of the Instagram API")
	}
	return nil
}

// withoutURL removes the URL from an error of net/http.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}

// apiError is the error of a response. Code 190 means that the token has expired.
func apiError(status int, body []byte) error {
	var response struct {
		Error struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	const expired = 190
	if json.Unmarshal(body, &response) == nil && response.Error.Code == expired {
		return fmt.Errorf("status %d: the token has expired; create a new one and set instagram.token", status)
	}
	return fmt.Errorf("status %d, code %d; the documentation of the Instagram API explains the code", status, response.Error.Code)
}
