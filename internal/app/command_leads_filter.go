package app

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"estate/internal/agency/leads"
)

// LeadFilter selects enquiries for a list or an export.
type LeadFilter struct {
	Spam    bool   // those classified as spam, else the others
	Open    bool   // not answered
	Since   string // YYYY-MM-DD: received on this day or later
	Before  string // YYYY-MM-DD: received before this day
	Address string // mail address of the visitor
}

// from returns the selected enquiries of all nodes.
func (f LeadFilter) from(ctx context.Context, files leads.Files) (iter.Seq2[*leads.Lead, error], error) {
	since, err := dayFlag("--since", f.Since)
	if err != nil {
		return nil, err
	}
	before, err := dayFlag("--before", f.Before)
	if err != nil {
		return nil, err
	}
	address, err := addressFlag(f.Address)
	if err != nil {
		return nil, err
	}
	return func(yield func(*leads.Lead, error) bool) {
		for lead, err := range files.All(ctx, leads.Selection{Spam: f.Spam}, tellMissing) {
			if err != nil {
				yield(nil, err)
				return
			}
			if lead.Created.Before(since) || !before.IsZero() && !lead.Created.Before(before) ||
				address != "" && !strings.EqualFold(lead.Mail, address) || f.Open && !lead.Answered.IsZero() {
				continue
			}
			if !yield(lead, nil) {
				return
			}
		}
	}, nil
}

// dayFlag reads the day of a flag as the beginning of the day here; "" is the zero time.
func dayFlag(flag, day string) (time.Time, error) {
	if day == "" {
		return time.Time{}, nil
	}
	at, err := time.ParseInLocation(time.DateOnly, day, time.Local)
	if err != nil {
		return at, fmt.Errorf("%s is %q; it must be a day such as 2026-01-31", flag, day)
	}
	return at, nil
}

// addressFlag returns a mail address in the form in which enquiries have it; "" stays.
func addressFlag(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", nil
	}
	address, ok := leads.MailAddress(text)
	if !ok {
		return "", fmt.Errorf("%q is no mail address; give one such as ana@example.org", text)
	}
	return address, nil
}
