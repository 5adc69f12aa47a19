package leads

import (
	"context"
	"strconv"
	"time"

	"estate/internal/content/i18n"
)

// Kind tells which form an enquiry came from.
type Kind string

// The kinds of enquiry.
const (
	KindContact     Kind = "contact"
	KindProperty    Kind = "property"
	KindDevelopment Kind = "development"
	KindSell        Kind = "sell"
	KindViewing     Kind = "viewing"
)

// Lead is a stored enquiry.
type Lead struct {
	ID        int64     `json:"id"`
	Created   time.Time `json:"created"`
	Lang      i18n.Lang `json:"language"`
	Kind      Kind      `json:"kind"`
	Page      string    `json:"page,omitempty"`      // site link of the page with the form
	Reference string    `json:"reference,omitempty"` // of the property
	Name      string    `json:"name"`
	Mail      string    `json:"mail,omitempty"`
	Phone     string    `json:"phone,omitempty"`
	Message   string    `json:"message,omitempty"`
	// Viewing is set for enquiries of kind viewing.
	Viewing *Viewing `json:"viewing,omitempty"`
	// Consent is when the visitor agreed to the privacy policy.
	Consent time.Time `json:"consent"`
	// Policy is the policy that the visitor agreed to, without its text; nil when it is unknown.
	Policy *Policy `json:"policy,omitempty"`
	// Source is the system that the property comes from; nil when it comes from none.
	Source *Source `json:"source,omitempty"`
	// Campaign are the utm keys of the visitor's first page, as a query; "" without consent.
	Campaign string `json:"campaign,omitempty"`
	// Flood is set when more enquiries came than the limit of all clients allows: the visitor gets no confirmation,
	// and the agency gets it in a digest.
	Flood bool `json:"flood,omitempty"`
	// Answered is when a person marked the enquiry as answered, zero before.
	Answered time.Time `json:"answered,omitzero"`
	// Spam is the reason why the enquiry counts as spam, "" when it does not.
	Spam string `json:"spam,omitempty"`
	// Fingerprint is equal for equal enquiries.
	Fingerprint string     `json:"fingerprint"`
	Deliveries  []Delivery `json:"deliveries,omitempty"`
	// Origin is the node that accepted the enquiry and its ID there; zero for this node.
	Origin Key `json:"origin,omitzero"`
	// Node is the node that has the enquiry on its disk, in lists of all nodes; "" for this one.
	Node string `json:"node,omitempty"`

	mirrored bool // the mirror has a copy
}

// Number is the number of the enquiry at its recipients: the ID on the node that accepted
// it. It stays when another node delivers it.
func (l *Lead) Number() int64 {
	if l.Origin.Node != "" {
		return l.Origin.ID
	}
	return l.ID
}

// Label is the ID as commands print and read it: 12, or node:12 for an enquiry of another node.
func (l *Lead) Label() string {
	if l.Node != "" {
		return l.Node + ":" + strconv.FormatInt(l.ID, 10)
	}
	return strconv.FormatInt(l.ID, 10)
}

// Source is a property in the system that it comes from, such as a feed.
type Source struct {
	System string `json:"system"`
	Key    string `json:"key"`
}

// Delivery is the state of an enquiry on one channel.
type Delivery struct {
	Channel  string        `json:"channel"`
	State    DeliveryState `json:"state"`
	Attempts int           `json:"attempts"`
	Next     time.Time     `json:"next,omitzero"` // time of the next attempt
	Done     time.Time     `json:"done,omitzero"`
	Error    string        `json:"error,omitempty"` // of the last attempt
}

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states of a delivery. A failed one is retried only by Store.Retry.
const (
	Waiting   DeliveryState = "waiting"
	Delivered DeliveryState = "delivered"
	Failed    DeliveryState = "failed"
)

// Channel delivers enquiries to a recipient, at least once: after a crash between the
// delivery and the storing of its result the same enquiry is delivered again, with the
// same Number and Fingerprint. A channel sends an idempotency key made of both.
type Channel interface {
	// Name is stored with each delivery and must not change.
	Name() string
	// Accepts reports whether the channel delivers this enquiry.
	Accepts(lead *Lead) bool
	// Deliver returns nil once the recipient has accepted the enquiry. It is retried after
	// an error, but not after a Final one.
	Deliver(ctx context.Context, lead *Lead) error
}

// PacedChannel is a channel that delivers at most one enquiry of a visitor's mail address
// in an interval. Further enquiries have no delivery on it.
type PacedChannel interface {
	Channel
	Interval() time.Duration
}

// DigestChannel is a channel that delivers the enquiries of a flood together.
type DigestChannel interface {
	Channel
	// DeliverDigest is Deliver for several enquiries.
	DeliverDigest(ctx context.Context, leads []*Lead) error
}

// Final marks an error after which a retry is of no use.
func Final(err error) error { return finalError{err} }

type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

// State summarises the deliveries: "spam", "failed", "waiting", "delivered", or "stored"
// without a channel.
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
