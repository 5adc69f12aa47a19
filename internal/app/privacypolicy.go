package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"estate/internal/agency/leads"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/site/compose"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
)

// policyReader reads the privacy policy of the forms.
type policyReader struct {
	source    content.Source
	composer  *compose.Composer
	redirects *redirect.Table
	resolver  *resolve.Resolver
}

// privacyPolicy is the leads.PolicyReader of the site.
func (a *App) privacyPolicy(ctx context.Context, lang i18n.Lang) (*leads.Policy, error) {
	return a.policies.Load().read(ctx, lang)
}

// read returns the policy of a language. Of one on another site only the link is known.
func (p *policyReader) read(ctx context.Context, lang i18n.Lang) (*leads.Policy, error) {
	policy := &leads.Policy{Link: p.composer.PrivacyPolicy(ctx, lang)}
	if !strings.HasPrefix(policy.Link, "/") {
		return policy, nil
	}
	page, err := p.page(ctx, policy.Link)
	if err != nil {
		return policy, fmt.Errorf("%s: %w", policy.Link, err)
	}
	policy.Modified, policy.Title, policy.Text = page.Modified, printable(page.Title), pageText(page)
	return policy, nil
}

var errNoPolicy = errors.New("no content page has the link of the privacy policy; correct it in the menu \"legal\"")

// page follows one redirect, since the link of a menu may be an old one.
func (p *policyReader) page(ctx context.Context, link string) (*content.Page, error) {
	for range 2 {
		found, err := p.redirects.Lookup(ctx, link, p.source)
		if err != nil {
			return nil, err
		}
		if found.Location != "" {
			link = found.Location
			continue
		}
		result, err := p.resolver.Resolve(ctx, resolve.Request{Link: found.Link})
		if err != nil {
			return nil, err
		}
		if result.Redirect != nil && !result.Redirect.External {
			link = result.Redirect.Location
			continue
		}
		if page, ok := result.Entity.(*content.Page); ok {
			return page, nil
		}
		break
	}
	return nil, errNoPolicy
}

// blockEnd is the end of a line in markup.
var blockEnd = regexp.MustCompile(`(?i)</(?:p|h[1-6]|li|div|tr|blockquote|figcaption|dt|dd|summary)\s*>|<[bh]r\b[^>]*>`)

// pageText is the text of a page without its markup, one line a block: its content, then
// the texts of its sections.
func pageText(page *content.Page) string {
	var lines []string
	add := func(markup string) {
		for _, block := range blockEnd.Split(markup, -1) {
			if text := strings.TrimSpace(printable(sanitize.Text(block))); text != "" {
				lines = append(lines, text)
			}
		}
	}
	add(string(page.Content))
	for _, section := range page.Sections {
		tokens := json.NewDecoder(bytes.NewReader(section.Fields))
		for {
			token, err := tokens.Token()
			if err != nil {
				break // the end; a section with invalid JSON is not shown
			}
			if text, ok := token.(string); ok && strings.ContainsAny(text, " \n<") { // not names of fields, not keywords
				add(text)
			}
		}
	}
	return strings.Join(lines, "\n")
}
