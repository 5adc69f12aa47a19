package ssr

import (
	"context"
	"errors"
	"fmt"

	"estate/internal/worker"
)

// Renderer draws a View: its JSON in, the HTML of the root element out.
type Renderer interface {
	Render(ctx context.Context, viewJSON []byte) ([]byte, error)
}

// Why a View was not drawn, apart from *RenderError. The document then goes out
// without HTML and the browser draws it.
var (
	// ErrNoNode reports that no usable Node binary is there.
	ErrNoNode = worker.ErrNoNode
	// ErrBusy reports that no worker is free in time: the queue is full, or none stays up.
	ErrBusy = errors.New("no render worker is free")
	// ErrTimeout reports that drawing took too long.
	ErrTimeout = errors.New("rendering took too long")
)

// RenderError is an error thrown by the bundle. The same View would throw again.
type RenderError struct {
	// Text is the error's message and stack.
	Text string
}

func (e *RenderError) Error() string { return "the bundle threw: " + e.Text }

// Render draws a View. viewJSON must not change any more.
func (p *Pool) Render(ctx context.Context, viewJSON []byte) ([]byte, error) {
	html, err := p.workers.Do(ctx, ascii(viewJSON))
	if err != nil {
		return nil, translate(err)
	}
	return html, nil
}

func translate(err error) error {
	if failure, ok := errors.AsType[*worker.Failure](err); ok {
		return &RenderError{Text: failure.Text}
	}
	switch {
	case errors.Is(err, worker.ErrTimeout):
		return fmt.Errorf("%w: %w", ErrTimeout, err)
	case errors.Is(err, worker.ErrBusy), errors.Is(err, worker.ErrDown):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return fmt.Errorf("render: %w", err)
}
