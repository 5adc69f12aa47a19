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

// What a feed may be: more is a mistake, or mischief.
const (
	mostFeedBytes  = 2 << 20
	longestCaption = 500 // characters
)

// post is one entry as the network has it.
type post struct {
	ID        string `json:"id"`
	Caption   string `json:"caption"`
	MediaType string `json:"media_type"` // IMAGE, VIDEO, CAROUSEL_ALBUM
	MediaURL  string `json:"media_url"`
	Thumbnail string `json:"thumbnail_url"`
	Permalink string `json:"permalink"`
}

// picture is where the still picture of a post is: a film's is its thumbnail.
func (p *post) picture() string {
	if strings.EqualFold(p.MediaType, "VIDEO") || p.MediaURL == "" {
		return p.Thumbnail
	}
	return p.MediaURL
}

// posts asks for the feed, newest first.
func (r *Refresher) posts(ctx context.Context, token string) ([]post, error) {
	address, err := url.Parse(r.cfg.URL)
	if err != nil {
		return nil, errors.New("the feed's address cannot be read; correct instagram.url")
	}
	query := address.Query()
	query.Set("limit", strconv.Itoa(r.cfg.Posts))
	if token != "" {
		query.Set("access_token", token)
	}
	address.RawQuery = query.Encode()
	var answer struct {
		Data []post `json:"data"`
	}
	if err := r.ask(ctx, address, &answer); err != nil {
		return nil, fmt.Errorf("ask for the feed: %w", err)
	}
	return sound(answer.Data, r.cfg.Posts), nil
}

// sound leaves out what cannot be shown, and cuts what is too long.
func sound(data []post, most int) []post {
	var kept []post
	seen := map[string]bool{}
	for _, p := range data {
		link, err := url.Parse(p.Permalink)
		switch {
		case len(kept) == most:
			return kept
		case p.ID == "" || len(p.ID) > 200 || seen[p.ID] || p.picture() == "":
			continue
		case err != nil || link.Scheme != "https" || link.Host == "":
			continue
		}
		seen[p.ID] = true
		p.Caption = shortened(strings.TrimSpace(strings.ToValidUTF8(p.Caption, "")))
		kept = append(kept, p)
	}
	return kept
}

func shortened(caption string) string {
	if utf8.RuneCountInString(caption) <= longestCaption {
		return caption
	}
	cut := string([]rune(caption)[:longestCaption])
	if space := strings.LastIndexAny(cut, " \n"); space > 0 {
		cut = cut[:space]
	}
	return strings.TrimSpace(cut) + "…"
}

// ask reads JSON from an address that carries the token. No error names the
// address, and none repeats what the network said: it likes to quote the token.
func (r *Refresher) ask(ctx context.Context, address *url.URL, into any) error {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return errors.New("the address cannot be asked; correct instagram.url")
	}
	request.Header.Set("Accept", "application/json")
	response, err := r.http.Do(request)
	if err != nil {
		return withoutAddress(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, mostFeedBytes+1))
	switch {
	case err != nil:
		return withoutAddress(err)
	case response.StatusCode != http.StatusOK:
		return refusal(response.StatusCode, body)
	case len(body) > mostFeedBytes:
		return fmt.Errorf("the answer is longer than %d bytes; ask for fewer by instagram.posts", mostFeedBytes)
	}
	if json.Unmarshal(body, into) != nil {
		return errors.New("the answer is not the JSON that was expected; instagram.url must be an address of the network's API")
	}
	return nil
}

func withoutAddress(err error) error {
	if asked, ok := errors.AsType[*url.Error](err); ok {
		return asked.Err
	}
	return err
}

// refusal tells what the network says is wrong; 190 is a token that has ended.
func refusal(status int, body []byte) error {
	var said struct {
		Error struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	const expired = 190
	if json.Unmarshal(body, &said) == nil && said.Error.Code == expired {
		return fmt.Errorf("status %d: the token has ended; make a new one and set instagram.token", status)
	}
	return fmt.Errorf("status %d, code %d; the network's documentation tells what that means", status, said.Error.Code)
}
