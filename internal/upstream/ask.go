package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"estate/internal/coalesce"
	"estate/internal/content"
)

// kind tells what is asked for, and so how its answers are used.
type kind int

const (
	list      kind = iota // what a page is about: asked anew before it is shown
	single                // the same; "there is none" is an answer, and what was known is forgotten
	furniture             // what every page has: renewed behind the visitor's back
)

// errResting stands for a source that is left alone for the moment.
var errResting = fmt.Errorf("%w: it failed again and again and is left alone for a moment", content.ErrUnreachable)

// ask answers from memory while that is fresh, else asks; failing that it gives
// what was known before. The value of an equal question is shared: nobody changes it.
func ask[T any](ctx context.Context, s *Source, k kind, key string, question func(context.Context) (T, error)) (T, error) {
	value, err := s.answer(ctx, k, key, func(ctx context.Context) (any, error) { return question(ctx) })
	if err != nil || value == nil {
		var none T
		return none, err
	}
	return value.(T), nil
}

func (s *Source) answer(ctx context.Context, k kind, key string, question func(context.Context) (any, error)) (any, error) {
	known := s.answers.find(key)
	if known == nil {
		return s.await(ctx, k, key, question)
	}
	now := s.cfg.Now()
	age := now.Sub(known.asked)
	failed := now.Sub(time.Unix(0, known.late.Load())) < s.cfg.Fresh
	switch {
	case age >= s.cfg.Stale:
		return s.await(ctx, k, key, question)
	case s.isFresh(known):
		return known.get()
	case failed, k == furniture && age < s.cfg.Fresh+s.cfg.StaleWhileRevalidate && !s.isOutdated(known):
		s.renew(ctx, k, key, question)
		return known.get()
	}
	patient, cancel := context.WithTimeout(ctx, s.cfg.MaxWait)
	defer cancel()
	value, err := s.await(patient, k, key, question)
	if _, told := refusal(err); err == nil || told && k == single || ctx.Err() != nil {
		return value, err
	}
	known.late.Store(now.UnixNano())
	s.cfg.Log.DebugContext(ctx, "an older answer is given", "age", age, "err", err)
	return known.get()
}

// await asks, or waits for the answer to an equal question.
func (s *Source) await(ctx context.Context, k kind, key string, question func(context.Context) (any, error)) (any, error) {
	if s.pause.isOn() {
		return nil, errResting
	}
	made, err := s.flights.Do(ctx, key, func(ctx context.Context) (*answer, error) { return s.put(ctx, k, key, question) })
	switch {
	case err == nil:
		return made.get()
	case errors.Is(err, coalesce.ErrFull), errors.Is(err, coalesce.ErrClosed):
		return nil, fmt.Errorf("%w: %w", content.ErrUnreachable, err)
	}
	return nil, err
}

// renew asks without waiting. The flight outlives the visitor, not the source.
func (s *Source) renew(ctx context.Context, k kind, key string, question func(context.Context) (any, error)) {
	gone, cancel := context.WithCancel(ctx)
	cancel()
	_, _ = s.await(gone, k, key, question) // whoever comes next sees the answer
}

// put asks the source and remembers what it says.
func (s *Source) put(ctx context.Context, k kind, key string, question func(context.Context) (any, error)) (*answer, error) {
	// An equal question may have been answered between the look and the flight.
	if known := s.answers.find(key); known != nil && s.isFresh(known) {
		return known, nil
	}
	asked := s.cfg.Now() // what changes while it is answered may not be in it
	value, err := question(ctx)
	refused, told := refusal(err)
	switch {
	case told && k != single:
		return nil, err // it lives, but lists are never refused when all is well
	case err != nil && !told:
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			err = fmt.Errorf("%w: %w", content.ErrUnreachable, err)
		}
		s.pause.heard(err)
		return nil, err
	}
	s.pause.heard(nil)
	made := &answer{value: value, err: refused, asked: asked}
	s.answers.keep(key, made)
	return made, nil
}

// keyOf names a question. Equal questions have equal JSON: maps are sorted in it.
func keyOf(name string, parts ...any) string {
	text, err := json.Marshal(parts)
	if err != nil {
		text = fmt.Appendf(nil, "%#v", parts) // no part is of such a type
	}
	return name + string(text)
}
