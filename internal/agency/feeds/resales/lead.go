package resales

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// Lead is an enquiry for the CRM of the service.
type Lead struct {
	Reference string // of the property there
	Name      string
	Mail      string // required
	Phone     string
	Subject   string
	Message   string
	Source    string // such as the campaign that the visitor came by
}

// ErrNoMail reports an enquiry that the service does not take.
var ErrNoMail = errors.New("RegisterLead needs a mail address")

var webAddress = regexp.MustCompile(`(?i)\b(?:https?://|www\.)\S+`)

// RegisterLead sends an enquiry. The service does not recognise a repetition: send it once.
func (c *Client) RegisterLead(ctx context.Context, l Lead) error {
	if l.Mail == "" {
		return ErrNoMail
	}
	first, last, _ := strings.Cut(strings.TrimSpace(l.Name), " ")
	if last == "" {
		last = "-"
	}
	params := url.Values{
		"M1": {first}, "M2": {last}, "M5": {l.Mail}, "M6": {l.Subject}, "M7": {webAddress.ReplaceAllString(l.Message, "(link)")},
		"RsId": {l.Reference},
	}
	if l.Phone != "" {
		params.Set("M3", l.Phone)
	}
	if l.Source != "" {
		params.Set("Source", l.Source)
	}
	filter(params, c.cfg.Filters[0])
	_, err := c.call(ctx, "RegisterLead", params)
	return err
}
