package app

import (
	"context"
	"slices"
	"time"

	"estate/internal/platform/backoff"
)

// problemInterval is the time between two looks for problems.
const problemInterval = 30 * time.Second

// problemGrace is the time after a start in which render workers and certificates come up.
const problemGrace = 5 * time.Second

// watchProblems looks for problems until ctx ends, so that /readyz and metrics ask no database, and
// logs when one begins and when it has ended.
func (a *App) watchProblems(ctx context.Context) error {
	for wait := problemGrace; backoff.Sleep(ctx, wait) == nil; wait = problemInterval {
		a.lookForProblems(ctx)
	}
	return nil
}

func (a *App) lookForProblems(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, problemInterval)
	defer cancel()
	status := a.siteStatus(limited)
	if ctx.Err() != nil {
		return
	}
	found, before := status.FoundProblems(), []siteProblem(nil)
	if last := a.watched.Swap(&status); last != nil {
		before = last.FoundProblems()
	}
	for _, kind := range kindsOf(found) {
		if !slices.Contains(kindsOf(before), kind) {
			for _, p := range found {
				if p.Kind == kind {
					a.log.WarnContext(ctx, "a problem needs a person", "kind", kind, "problem", p.Text, "remedy", p.Remedy)
				}
			}
		}
	}
	for _, kind := range kindsOf(before) {
		if !slices.Contains(kindsOf(found), kind) {
			a.log.InfoContext(ctx, "a problem has ended", "kind", kind)
		}
	}
}

// problemKinds are the kinds of the problems that were found last.
func (a *App) problemKinds() []string {
	last := a.watched.Load()
	if last == nil {
		return nil
	}
	return kindsOf(last.FoundProblems())
}

// lastStatus is the status of the last look, before the first one a new one.
func (a *App) lastStatus(ctx context.Context) siteStatus {
	if last := a.watched.Load(); last != nil {
		return *last
	}
	return a.siteStatus(ctx)
}

// kindsOf are the kinds of problems, each once, in order.
func kindsOf(problems []siteProblem) (kinds []string) {
	for _, p := range problems {
		if !slices.Contains(kinds, p.Kind) {
			kinds = append(kinds, p.Kind)
		}
	}
	return kinds
}
