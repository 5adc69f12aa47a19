package leads

import (
	"context"
	"time"

	"estate/internal/i18n"
)

// Kind tells which form an enquiry came from.
type Kind string

// The kinds of enquiry.
const (
	KindContact     Kind = "contact"
	KindProperty    Kind = "property"
	KindDevelopment Kind = "development"
	KindSell        Kind = "sell"
)

// Lead is one enquiry as it is stored.
type Lead struct {
	ID        int64     `json:"id"`
	Created   time.Time `json:"created"`
	Lang      i18n.Lang `json:"language"`
	Kind      Kind      `json:"kind"`
	Page      string    `json:"page,omitempty"`      // link of the page with the form
	Reference string    `json:"reference,omitempty"` // of the home it is about
	Name      string    `json:"name"`
	Mail      string    `json:"mail,omitempty"`
	Phone     string    `json:"phone,omitempty"`
	Message   string    `json:"message,omitempty"`
	// Consent is when the visitor agreed to the privacy policy.
	Consent time.Time `json:"consent"`
	// Spam names the trap that caught it; "" for an honest enquiry.
	Spam string `json:"spam,omitempty"`
	// Fingerprint is equal for equal enquiries.
	Fingerprint string     `json:"fingerprint"`
	Deliveries  []Delivery `json:"deliveries,omitempty"`
}

// Delivery is how far an enquiry got on one channel.
type Delivery struct {
	Channel  string        `json:"channel"`
	State    DeliveryState `json:"state"`
	Attempts int           `json:"attempts"`
	Next     time.Time     `json:"next,omitzero"` // when it is tried again
	Done     time.Time     `json:"done,omitzero"`
	Error    string        `json:"error,omitempty"` // of the last attempt
}

// DeliveryState is where a delivery stands.
type DeliveryState string

// The states of a delivery. A failed one is not tried again until somebody asks.
const (
	Waiting   DeliveryState = "waiting"
	Delivered DeliveryState = "delivered"
	Failed    DeliveryState = "failed"
)

// Channel carries enquiries to somebody. The same enquiry may be handed over
// twice, after a crash between delivery and note: each time with the same ID and
// Fingerprint, from which a channel makes the mark that shows it is the same one.
type Channel interface {
	// Name is stored with each delivery; it never changes.
	Name() string
	// Takes reports whether this enquiry goes this way.
	Takes(lead *Lead) bool
	// Deliver returns once the other side has taken the enquiry over. A Final error
	// is not tried again.
	Deliver(ctx context.Context, lead *Lead) error
}

// Final marks an error that trying again cannot mend.
func Final(err error) error { return finalError{err} }

type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

// State sums the deliveries up: spam, failed, waiting, delivered, or stored when
// there was no channel.
func (l *Lead) State() string {
	if l.Spam != "" {
		return "spam"
	}
	state := "stored"
	for _, delivery := range l.Deliveries {
		switch delivery.State {
		case Failed:
			return string(Failed)
		case Waiting:
			state = string(Waiting)
		case Delivered:
			if state == "stored" {
				state = string(Delivered)
			}
		}
	}
	return state
}
