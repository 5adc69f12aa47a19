package leads

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Mirror is a second place for the enquiries of all nodes: an enquiry is acknowledged once
// it is on the disk of a node and in the mirror. leads/mirror has the implementation. All
// methods fail with any error while the mirror is away.
type Mirror interface {
	// Beat says that the node runs, and returns the state of the mirror.
	Beat(ctx context.Context, node string) (MirrorState, error)
	// Put stores or replaces the copy of an enquiry, unless the result is another one.
	Put(ctx context.Context, c Copy) (PutResult, error)
	// Delete removes a copy. Its key remains without personal data, so that every node
	// deletes the enquiry.
	Delete(ctx context.Context, writer string, key Key) error
	// DeleteBefore removes the copies of all enquiries that were created before t.
	DeleteBefore(ctx context.Context, t time.Time) error
	// Changes returns the copies that others than the node have written after a position
	// and that the node may have to apply.
	Changes(ctx context.Context, node string, after int64) ([]Copy, error)
	// Owner returns the node that delivers an enquiry, "" for an unknown or deleted one.
	Owner(ctx context.Context, key Key) (string, error)
	// Adopt makes a node the owner of all enquiries of another one, unless the other has
	// had a later beat.
	Adopt(ctx context.Context, from string, beat int64, to string) (int, error)
	// Copies returns all enquiries, or all spam, oldest first.
	Copies(ctx context.Context, s Selection) iter.Seq2[Copy, error]
	// Find returns the key of the enquiry with an owner's ID.
	Find(ctx context.Context, owner string, id int64) (key Key, found bool, err error)
	// Copy returns the copy of one enquiry; its Lead is nil for an unknown or deleted one.
	Copy(ctx context.Context, key Key) (Copy, error)
	// Since returns up to limit copies of all nodes that were written after a position, in the order of their
	// positions, with those of the last position. Deleted ones have no Lead.
	Since(ctx context.Context, after int64, limit int) ([]Copy, error)
}

// Key identifies an enquiry on all nodes: the node that accepted it and its ID there.
type Key struct {
	Node string `json:"node"`
	ID   int64  `json:"id"`
}

// Copy is an enquiry in the mirror.
type Copy struct {
	Key   Key
	Owner string // the node that delivers it
	Lead  *Lead  // nil for a deleted enquiry; its ID is that of the owner
	// Policy is the privacy policy with its text; nil without one.
	Policy *Policy
	Held   bool  // the enquiry is on the disk of its owner
	Seq    int64 // position of the last write
}

// MirrorState is the state of a mirror as a node sees it.
type MirrorState struct {
	ID     int64            // tells this mirror from another one
	Seq    int64            // position of the last write
	LastID int64            // greatest ID that the node has used
	Others map[string]int64 // last beats of the other nodes
}

// PutResult is what Mirror.Put did.
type PutResult int

// The results of Put. Only Stored changes the mirror.
const (
	Stored    PutResult = iota
	Duplicate           // another node has accepted an equal enquiry
	Moved               // another node is the owner now
	Erased              // the enquiry was deleted
)

// ErrKeyTaken is returned by Mirror.Put for a key that another enquiry has: this node's file
// is an older copy of itself.
var ErrKeyTaken = errors.New("another enquiry has this number in the mirror")

// ErrNotMirrored is returned by Submit for an enquiry that is on one disk only, where two
// places are required.
var ErrNotMirrored = errors.New("the enquiry could not be copied to the mirror, and [enquiries] mirror_required is set")

// ReplayWindow is the time within which equal enquiries count as one.
const ReplayWindow = replayWindow
