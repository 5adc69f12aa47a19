package replica

import (
	"context"
	"encoding/json"
	"log/slog"

	"estate/internal/store"
)

// requestNote is the name of the store's note that holds a request for the leader.
const requestNote = "replica wish"

// operatorRequest is what an operator requested at a node without the lease: to accept
// alarms, and to reconcile. Its JSON names are stored data.
type operatorRequest struct {
	Accept []string `json:"accept,omitempty"`
}

// operatorRequests carries requests from any node to the leader through the store.
type operatorRequests struct {
	store *store.Store
	log   *slog.Logger
}

// send leaves a request for the leader. It replaces one that was not received yet.
func (o *operatorRequests) send(ctx context.Context, accept []string) error {
	doc, err := json.Marshal(operatorRequest{accept})
	if err != nil {
		return err
	}
	return o.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(requestNote, string(doc)) })
}

// receive takes the request out of the store. It returns false when there is none or when
// it is not readable.
func (o *operatorRequests) receive(ctx context.Context) (operatorRequest, bool) {
	text, err := o.store.Note(ctx, requestNote)
	if err != nil || text == "" {
		return operatorRequest{}, false
	}
	var request operatorRequest
	readable := json.Unmarshal([]byte(text), &request) == nil
	if err := o.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(requestNote, "") }); err != nil {
		o.log.Warn("an operator's request cannot be removed from the store; it is executed again", "err", err)
	}
	return request, readable
}
