package compose

import (
	"context"
	"math"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
)

// history are the public prices of a property since it is known, nil where the price never
// changed, or the agency does not show it.
func (b *detailBuilder) history(ctx context.Context, p *content.Property) *view.PriceHistory {
	if b.cfg.PriceHistory == nil || p.Price.Public() == 0 || p.Protected {
		return nil
	}
	entries, err := b.cfg.PriceHistory(ctx, p.Ref())
	if err != nil {
		b.cfg.Log.WarnContext(ctx, "the history of a price cannot be read, the page is shown without it", "property", p.ID, "err", err)
		return nil
	}
	var known []content.HistoryEntry
	changed := false
	for _, entry := range entries {
		if entry.Amount <= 0 || entry.Mode != p.Price.Mode {
			continue
		}
		changed = changed || len(known) > 0 && known[0].Amount != entry.Amount
		known = append(known, entry)
	}
	if !changed {
		return nil
	}
	return b.priceHistory(known)
}

func (b *detailBuilder) priceHistory(entries []content.HistoryEntry) *view.PriceHistory {
	low, high := math.MaxInt, 0
	for _, entry := range entries {
		low, high = min(low, entry.Amount), max(high, entry.Amount)
	}
	first, last := entries[0].At, entries[len(entries)-1].At
	span := last.Sub(first)
	history := &view.PriceHistory{}
	for _, entry := range entries {
		at := entry.At.In(b.cfg.Zone)
		row := view.PriceEntry{Date: i18n.Date(b.lang, at), ISODate: at.Format(time.DateOnly), Price: i18n.Price(entry.Amount)}
		if entry.State != "" && entry.State != content.UnitAvailable {
			row.State = b.t("facts.availability." + string(entry.State))
		}
		if span > 0 {
			row.X = hundredth(float64(entry.At.Sub(first)) / float64(span))
		}
		if high > low {
			row.Y = hundredth(float64(entry.Amount-low) / float64(high-low))
		}
		history.Entries = append(history.Entries, row)
	}
	for i := len(entries) - 1; i > 0; i-- {
		if entries[i].Amount < entries[i-1].Amount {
			history.Reduced = b.t("property.reducedOn", "date", history.Entries[i].Date)
		}
		if entries[i].Amount != entries[i-1].Amount {
			break
		}
	}
	return history
}

func hundredth(f float64) float64 { return math.Round(f*100) / 100 }
