package leads

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
)

// Files are the enquiries of all nodes: those of this node's file, and the copies of the others in the mirror.
type Files struct {
	*Store
	Mirror Mirror // nil without one
}

// All returns the enquiries of this node, then those of other nodes. When the mirror is away it calls away and returns those
// of this node.
func (f Files) All(ctx context.Context, s Selection, away func(error)) iter.Seq2[*Lead, error] {
	return func(yield func(*Lead, error) bool) {
		for lead, err := range f.Leads(ctx, s) {
			if !yield(lead, err) || err != nil {
				return
			}
		}
		if f.Mirror == nil {
			return
		}
		node, err := f.NodeName(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		for c, err := range f.Mirror.Copies(ctx, s) {
			switch {
			case err != nil:
				away(err)
				return
			case c.Owner != node:
				c.Lead.Node = c.Owner
				if !yield(c.Lead, nil) {
					return
				}
			}
		}
	}
}

// Flush copies the changes of a command to the mirror, if there is one. The running site does it too.
func (f Files) Flush(ctx context.Context) error {
	if f.Mirror == nil {
		return nil
	}
	return Flush(ctx, f.Store, f.Mirror)
}

// DeleteBefore removes the enquiries of all nodes that were created before t and returns the number of those in the file.
func (f Files) DeleteBefore(ctx context.Context, t time.Time) (int, error) {
	n, err := f.Store.DeleteBefore(ctx, t)
	if err == nil && f.Mirror != nil {
		err = f.Mirror.DeleteBefore(ctx, t)
	}
	return n, err
}

// KeyOf returns the key of an enquiry by its label: 12, or node:12 for one of another node. It is not found when there is none.
func (f Files) KeyOf(ctx context.Context, label string) (key Key, found bool, err error) {
	node, number, isForeign := strings.Cut(label, ":")
	if !isForeign {
		number = label
	}
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return key, false, fmt.Errorf("%q is no id of an enquiry; `estate leads list` lists them", label)
	}
	if isForeign {
		if f.Mirror == nil {
			return key, false, fmt.Errorf("%s: there is no mirror, so no enquiry of another node", label)
		}
		return f.Mirror.Find(ctx, node, id)
	}
	lead, err := f.Lead(ctx, id)
	if err != nil || lead == nil {
		return key, false, err
	}
	key, err = f.Key(ctx, lead)
	return key, true, err
}

// Key is the key on all nodes of an enquiry in this file.
func (f Files) Key(ctx context.Context, lead *Lead) (Key, error) {
	if lead.Origin.Node != "" {
		return lead.Origin, nil
	}
	node, err := f.NodeName(ctx)
	return Key{Node: node, ID: lead.ID}, err
}

// Find returns the enquiry with a key, from this file or from the mirror; nil when there is none. Its Node is set for one
// that is not in this file.
func (f Files) Find(ctx context.Context, key Key) (*Lead, error) {
	node, err := f.NodeName(ctx)
	if err != nil {
		return nil, err
	}
	id, err := f.findCopy(ctx, node, key)
	if err != nil {
		return nil, err
	}
	if id != 0 {
		return f.Lead(ctx, id)
	}
	if f.Mirror == nil {
		return nil, nil
	}
	c, err := f.Mirror.Copy(ctx, key)
	if err != nil || c.Lead == nil {
		return nil, err
	}
	c.Lead.Node, c.Lead.Origin = c.Owner, key
	return c.Lead, nil
}

// DeleteKey deletes an enquiry of any node. An enquiry of another node stays on its disk until that node's next exchange
// with the mirror.
func (f Files) DeleteKey(ctx context.Context, key Key) (deleted bool, err error) {
	lead, err := f.Find(ctx, key)
	if err != nil || lead == nil {
		return false, err
	}
	if lead.Node != "" {
		return true, f.Mirror.Delete(ctx, "", key)
	}
	n, err := f.Delete(ctx, lead.ID)
	return n > 0, err
}

// Erasure is what EraseAddress has removed.
type Erasure struct {
	Keys []Key // of the enquiries
	// Mentions are the labels of other visitors' enquiries whose message holds the address.
	Mentions []string
}

// EraseAddress deletes the enquiries of a mail address on all nodes. An error may come after those of this node were deleted.
func (f Files) EraseAddress(ctx context.Context, address string) (erased Erasure, err error) {
	var ids []int64
	for _, spam := range []bool{false, true} {
		for lead, err := range f.Leads(ctx, Selection{Spam: spam}) {
			switch {
			case err != nil:
				return erased, err
			case strings.EqualFold(lead.Mail, address):
				key, err := f.Key(ctx, lead)
				if err != nil {
					return erased, err
				}
				ids, erased.Keys = append(ids, lead.ID), append(erased.Keys, key)
			case strings.Contains(strings.ToLower(lead.Message), strings.ToLower(address)):
				erased.Mentions = append(erased.Mentions, lead.Label())
			}
		}
	}
	if _, err := f.Delete(ctx, ids...); err != nil {
		return erased, err
	}
	foreign, err := f.eraseCopies(ctx, address)
	erased.Keys = append(erased.Keys, foreign...)
	return erased, err
}

// eraseCopies erases the copies of an address in the mirror, and returns the keys of those that were on other nodes, which
// delete theirs with their next exchange.
func (f Files) eraseCopies(ctx context.Context, address string) (foreign []Key, err error) {
	if f.Mirror == nil {
		return nil, nil
	}
	node, err := f.NodeName(ctx)
	if err != nil {
		return nil, err
	}
	var keys []Key
	for _, spam := range []bool{false, true} {
		for c, err := range f.Mirror.Copies(ctx, Selection{Spam: spam}) {
			if err != nil {
				return nil, err
			}
			if !strings.EqualFold(c.Lead.Mail, address) {
				continue
			}
			keys = append(keys, c.Key)
			if c.Owner != node {
				foreign = append(foreign, c.Key)
			}
		}
	}
	for _, key := range keys {
		if err := f.Mirror.Delete(ctx, "", key); err != nil {
			return foreign, err
		}
	}
	return foreign, f.Flush(ctx)
}
