package ssr

import (
	"context"
	"errors"
	"fmt"

	"estate/internal/platform/worker"
)

// Renderer renders a View from its JSON.
type Renderer interface {
	Render(ctx context.Context, viewJSON []byte) (Rendering, error)
}

// Rendering is a rendered View.
type Rendering struct {
	// HTML is the content of the root element, nil where rendering failed.
	HTML []byte
	// Preload is the image that the browser fetches first; its zero value means none.
	Preload Preload
}

// Preload names the responsive AVIF renditions of an image, as the attributes of
// its source element, not escaped.
type Preload struct {
	SrcSet string `json:"srcSet"`
	Sizes  string `json:"sizes"`
}

// Errors of Render, besides *RenderError. The document is then sent without HTML, and the
// browser renders the View.
var (
	// ErrNoNode reports that no usable Node binary was found.
	ErrNoNode = worker.ErrNoNode
	// ErrBusy reports that the queue is full or no worker stays up.
	ErrBusy = errors.New("no render worker is free")
	// ErrTimeout reports that rendering took too long.
	ErrTimeout = errors.New("rendering took too long")
)

// RenderError is an error thrown by the bundle. The same View would fail again.
type RenderError struct {
	// Text is the message of the error with its stack.
	Text string
}

func (e *RenderError) Error() string { return "the bundle threw: " + e.Text }

// Render renders a View. viewJSON must not change afterwards.
func (p *Pool) Render(ctx context.Context, viewJSON []byte) (Rendering, error) {
	reply, err := p.workers.Do(ctx, viewJSON)
	if err != nil {
		return Rendering{}, translate(err)
	}
	return reply.(Rendering), nil
}

func translate(err error) error {
	if failure, ok := errors.AsType[*worker.Failure](err); ok {
		return &RenderError{Text: failure.Text}
	}
	switch {
	case errors.Is(err, worker.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", ErrTimeout, err)
	case errors.Is(err, worker.ErrBusy), errors.Is(err, worker.ErrDown):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return fmt.Errorf("render: %w", err)
}
