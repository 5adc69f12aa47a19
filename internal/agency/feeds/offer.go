package feeds

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"estate/internal/content/number"
	"estate/internal/content/vocabulary"
)

// Offer collects what the fields of a listing say of its offer: "For Rent" in one, "/month" in another.
type Offer struct{ means string }

// Add reads a word. It fails for an unknown one, and for one that contradicts those before.
func (o *Offer) Add(word string) error {
	means := vocabulary.Meaning(vocabulary.KindOffer, word)
	if means == "" {
		return errors.New("it names no offer that is known; use sale, month, week or day")
	}
	return o.add(means)
}

func (o *Offer) add(means string) error {
	switch {
	case o.means == "" || o.means == means || o.means == vocabulary.Rent && means != vocabulary.Sale:
		o.means = means
	case means == vocabulary.Rent && o.means != vocabulary.Sale:
	case o.means == vocabulary.Holiday && (means == vocabulary.Week || means == vocabulary.Day):
		o.means = means
	case means == vocabulary.Holiday && (o.means == vocabulary.Week || o.means == vocabulary.Day):
	default:
		return fmt.Errorf("it contradicts another field, which says %s", o.means)
	}
	return nil
}

// Mode is the mode of the offer, else the given one; "" when neither is known. A rent without a period is that of a
// month, one for holidays that of a week.
func (o *Offer) Mode(otherwise Mode) Mode {
	switch o.means {
	case vocabulary.Sale:
		return ModeSale
	case vocabulary.Rent, vocabulary.Month:
		return ModeMonth
	case vocabulary.Week, vocabulary.Holiday:
		return ModeWeek
	case vocabulary.Day:
		return ModeDay
	}
	return otherwise
}

// ErrNoOffer is the reason to leave a listing out whose offer is unknown.
var ErrNoOffer = errors.New("nothing says whether it is for sale or for rent; name it in the feed, or set mode = \"sale\" for the feed")

// ReadPrice reads the price of a listing: an amount, or words for a price on ask. A price that cannot be read is
// UnreadPrice; the listing is on ask then. It fails when the text contradicts the offer.
func (l *Listing) ReadPrice(text string, offer *Offer) error {
	text = strings.TrimSpace(text)
	if text == "" || vocabulary.Meaning(vocabulary.KindPrice, text) == vocabulary.OnAsk {
		l.OnAsk = true
		return nil
	}
	price, err := number.Amount(text)
	if err != nil {
		l.OnAsk, l.UnreadPrice = true, Clip(text)
		return nil
	}
	l.Price = int(math.Round(price.Value))
	l.OnAsk = l.Price == 0
	if price.Currency != "" && l.Currency == "" {
		l.Currency = price.Currency
	}
	if price.Offer != "" {
		return offer.add(price.Offer)
	}
	return nil
}

// ReadStatus reads the state of a listing. A word of the offer, such as "For Rent", says that it is available. It
// fails for an unknown word: the listing must be left out, because it may be sold.
func (l *Listing) ReadStatus(word string, offer *Offer) error {
	if l.Status = vocabulary.Meaning(vocabulary.KindStatus, word); l.Status != "" {
		return nil
	}
	if vocabulary.Meaning(vocabulary.KindOffer, word) != "" {
		l.Status = StatusAvailable
		return offer.Add(word)
	}
	return errors.New("the state is unknown; use available, reserved, under offer, sold, let or withdrawn")
}

// Answer reads yes or no, in the words of spreadsheets and of feeds.
func Answer(word string) (bool, error) {
	means := vocabulary.Meaning(vocabulary.KindAnswer, word)
	if means == "" {
		return false, errors.New("it is neither yes nor no")
	}
	return means == vocabulary.Yes, nil
}
