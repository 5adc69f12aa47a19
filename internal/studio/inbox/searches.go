package inbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"estate/internal/agency/leads/alerts"
	"estate/internal/content/i18n"
)

// Search is a saved search of a visitor.
type Search struct {
	alerts.Alert
	ID    string // names it without its secret token
	Words string // in the language of the visitor
	Link  string // of its results
	Mails int    // that were sent
}

// SearchList is a page of the saved searches.
type SearchList struct {
	Total, Page, Pages int
	Searches           []Search
}

// searchID is the id of a saved search: its token opens the links of the visitor's mails.
func searchID(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:16])
}

// Searches returns a page of the saved searches whose address or words hold all words of a text, the newest first.
func (s *Service) Searches(ctx context.Context, text string, page int) (SearchList, error) {
	list := SearchList{Page: 1, Pages: 1}
	if s.cfg.Alerts == nil {
		return list, nil
	}
	all, err := s.cfg.Alerts.All(ctx)
	if err != nil {
		return list, err
	}
	counts, err := s.cfg.Alerts.MailCounts(ctx)
	if err != nil {
		return list, err
	}
	slices.Reverse(all)
	wanted := strings.Fields(i18n.Fold(text))
	wanted = wanted[:min(len(wanted), maxQueryWords)]
	var found []Search
	for _, a := range all {
		search := Search{Alert: a, ID: searchID(a.Token), Mails: counts[a.Token]}
		if len(wanted) > 0 {
			search.Words, search.Link = s.cfg.Search(ctx, a)
			in := i18n.Fold(a.Mail + "\n" + search.Words)
			if slices.ContainsFunc(wanted, func(word string) bool { return !strings.Contains(in, word) }) {
				continue
			}
		}
		found = append(found, search)
	}
	list.Total, list.Pages = len(found), max((len(found)+perPage-1)/perPage, 1)
	list.Page = min(max(page, 1), list.Pages)
	list.Searches = found[(list.Page-1)*perPage : min(list.Page*perPage, len(found))]
	for i := range list.Searches {
		if search := &list.Searches[i]; search.Link == "" {
			search.Words, search.Link = s.cfg.Search(ctx, search.Alert)
		}
	}
	return list, ctx.Err()
}

// DeleteSearch erases a saved search, else ErrUnknown.
func (s *Service) DeleteSearch(ctx context.Context, id string) error {
	if s.cfg.Alerts == nil {
		return ErrUnknown
	}
	all, err := s.cfg.Alerts.All(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(a alerts.Alert) bool { return searchID(a.Token) == id })
	if i < 0 {
		return ErrUnknown
	}
	_, err = s.cfg.Alerts.Delete(ctx, all[i].Token)
	return err
}
