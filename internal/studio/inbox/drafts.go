package inbox

import (
	"context"
	"strconv"
	"strings"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
)

// Draft is a prepared answer in the language of the visitor.
type Draft struct {
	Name    string // in the language of the user
	Subject string
	Text    string
}

// drafts are the prepared answers to an enquiry, the most fitting first. Their texts are below studio.answer in the dictionaries.
func (s *Service) drafts(ctx context.Context, user account.User, lead *leads.Lead) []Draft {
	keys := []string{"received", "viewing", "gone"}
	switch lead.Kind {
	case leads.KindSell:
		keys = []string{"sell", "contact"}
	case leads.KindViewing:
		keys = []string{"times", "received", "gone"}
	case leads.KindContact:
		keys = []string{"contact"}
	}
	var drafts []Draft
	for _, key := range keys {
		drafts = append(drafts, s.draft(ctx, user, lead, key))
	}
	return drafts
}

// confirmation is the standard answer that confirms a viewing.
func (s *Service) confirmation(ctx context.Context, user account.User, lead *leads.Lead, start time.Time) Draft {
	at := start.In(s.zone(ctx))
	return s.draft(ctx, user, lead, "confirm", "time", i18n.Day(lead.Lang, at)+", "+at.Format("15:04 MST"))
}

// draft fills in a prepared answer. Names of visitors and homes come last: what they hold is not filled in again.
func (s *Service) draft(ctx context.Context, user account.User, lead *leads.Lead, key string, pairs ...any) Draft {
	t := func(key string, pairs ...any) string { return i18n.Words.T(lead.Lang, "studio.answer."+key, pairs...) }
	property, about, link := t("about.none"), "", ""
	switch properties := propertiesOf(lead); {
	case len(properties) > 1:
		property = t("about.homes")
	case len(properties) == 1:
		found, ok, err := s.cfg.Listings.Listing(ctx, lead.Lang, properties[0])
		title := properties[0].Title
		if err == nil && ok {
			title = found.Title
			link = t("about.link", "url", s.cfg.SiteURL+found.Link)
		}
		about = properties[0].Reference
		switch {
		case title != "":
			property = t("about.home", "title", title)
			about = strings.TrimSpace(title + bracketed(about))
		case about != "":
			property = t("about.reference", "reference", about)
		}
	}
	if about == "" {
		about = property
	}
	agency := s.cfg.Agency(ctx, lead.Lang)
	if agency == nil {
		agency = &content.Settings{}
	}
	phone := agency.Phone1
	if phone == "" {
		phone = agency.Phone2
	}
	sign := strings.TrimSpace(t("sign", "name", user.Name, "agency", strings.TrimSpace(agency.SiteTitle), "phone", phone))
	pairs = append(pairs, "link", link, "sign", sign, "home", property, "agency", strings.TrimSpace(agency.SiteTitle), "visitor", lead.Name)
	d := Draft{
		Subject: t(key+".subject", append(pairs[:len(pairs):len(pairs)], "about", about)...),
		Text:    t(key+".text", pairs...),
	}
	if key != "confirm" {
		d.Name = i18n.Words.T(user.Lang, "studio.answer."+key+".name")
	}
	return d
}

func bracketed(reference string) string {
	if reference == "" {
		return ""
	}
	return " (" + reference + ")"
}

// Label is the key of an enquiry as addresses of the studio have it: node:12.
func Label(key leads.Key) string { return key.Node + ":" + strconv.FormatInt(key.ID, 10) }

// ParseLabel reads a label.
func ParseLabel(label string) (key leads.Key, ok bool) {
	node, number, found := strings.Cut(label, ":")
	id, err := strconv.ParseInt(number, 10, 64)
	return leads.Key{Node: node, ID: id}, found && err == nil && node != "" && len(node) <= 64 && id > 0
}
