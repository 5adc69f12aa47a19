package compose

import (
	"context"
	"strconv"
	"strings"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// KeyWishes is the query key of the pages after a viewing request: the wishes as 20061102-1504,
// separated by commas. They name no person, so the address may be kept.
const KeyWishes = "at"

const (
	wishFormat = "20060102-1504"
	maxWishes  = 3
)

// ThanksQuery is the query of the page after an enquiry about homes, with the wishes of a viewing.
func ThanksQuery(ids []int, wishes []time.Time) string {
	var parts []string
	if len(wishes) > 0 {
		texts := make([]string, len(wishes))
		for i, wish := range wishes {
			texts[i] = wish.Format(wishFormat)
		}
		parts = append(parts, KeyWishes+"="+strings.Join(texts, ","))
	}
	if len(ids) > 0 {
		texts := make([]string, len(ids))
		for i, id := range ids {
			texts[i] = strconv.Itoa(id)
		}
		parts = append(parts, "ids="+strings.Join(texts, ","))
	}
	if len(parts) == 0 {
		return ""
	}
	return "?" + strings.Join(parts, "&")
}

// parseWishes are the wishes of a query that can be read.
func parseWishes(text string) []time.Time {
	var wishes []time.Time
	for part := range strings.SplitSeq(text, ",") {
		if at, err := time.Parse(wishFormat, part); err == nil && len(wishes) < maxWishes {
			wishes = append(wishes, at)
		}
	}
	return wishes
}

// summaryBuilder makes what the answer to an enquiry names.
type summaryBuilder struct {
	*localizer
	lookups *lookups
	cards   *cardBuilder
}

// summary names homes, times and the agent of the homes.
func (b *summaryBuilder) summary(ctx context.Context, ids []int, wishes []time.Time) *view.EnquirySummary {
	t := func(key string, pairs ...any) string { return b.t("letter.summary."+key, pairs...) }
	homes := listed(ctx, b.lookups, ids)
	summary := &view.EnquirySummary{
		Properties: []view.Anchor{}, Times: []string{}, Agent: b.agentOf(ctx, homes),
		Back:   view.Anchor{Href: b.path("/" + string(search.KindProperties) + "/"), Text: b.t("letter.screen.browse")},
		Labels: view.SummaryLabels{Properties: t("homes", "count", len(homes)), Times: t("times", "count", len(wishes)), Agent: t("agent")},
	}
	for _, home := range homes {
		summary.Properties = append(summary.Properties, home.anchor(b.localizer))
	}
	for _, wish := range wishes {
		summary.Times = append(summary.Times, i18n.Day(b.lang, wish)+", "+wish.Format("15:04"))
	}
	if summary.Agent != nil {
		key := "answer"
		if len(wishes) > 0 {
			key = "confirms"
		}
		summary.Answer = t(key, "name", summary.Agent.Name)
	}
	return summary
}

// agentOf is the agent of the first home that has one.
func (b *summaryBuilder) agentOf(ctx context.Context, homes []listedHome) *view.Agent {
	for _, home := range homes {
		if agent := b.cards.agent(b.lookups.author(ctx, "agent", home.agent())); agent != nil {
			return agent
		}
	}
	return nil
}

func (h listedHome) agent() int {
	if h.property != nil {
		return h.property.Agent
	}
	return h.development.Agent
}

func (h listedHome) anchor(l *localizer) view.Anchor {
	if p := h.property; p != nil {
		return view.Anchor{Href: p.LinkIn(l.lang), Text: l.propertyTitle(p)}
	}
	return view.Anchor{Href: h.development.LinkIn(l.lang), Text: l.developmentTitle(h.development)}
}

// EnquirySummary is what the answer to an accepted enquiry names, in a language.
func (c *Composer) EnquirySummary(ctx context.Context, lang i18n.Lang, ids []int, wishes []time.Time) *view.EnquirySummary {
	if !lang.IsFilled() {
		lang = i18n.Fallback
	}
	shared := c.langs[lang]
	site := shared.site.load(ctx, c.source)
	look := &lookups{source: c.source, lang: lang, log: c.cfg.Log, link: EnquiryPath}
	b := &summaryBuilder{localizer: site.text, lookups: look, cards: &cardBuilder{localizer: site.text, converter: shared.convert}}
	return b.summary(ctx, ids[:min(len(ids), maxSummaryHomes)], wishes)
}

// maxSummaryHomes bounds the homes that an answer names; more ids than these are no request of a visitor.
const maxSummaryHomes = 24
