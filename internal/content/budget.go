package content

import (
	"context"
	"time"
)

type budgetKey struct{}

// WithBudget limits the time that all calls of one page to a remote source may take together.
// Afterwards a source serves what it has cached, or fails with ErrUnreachable; the page is made
// from the other parts.
func WithBudget(ctx context.Context, end time.Time) context.Context {
	return context.WithValue(ctx, budgetKey{}, end)
}

// Bounded returns ctx with the end of its budget as deadline. The caller calls cancel.
func Bounded(ctx context.Context) (bounded context.Context, cancel context.CancelFunc) {
	if end, ok := ctx.Value(budgetKey{}).(time.Time); ok {
		return context.WithDeadline(ctx, end)
	}
	return ctx, func() {}
}
