package compose

import (
	"context"
	"fmt"

	"estate/internal/content"
	"estate/internal/site/view"
)

// propertyBody, developmentBody and postBody show one entity inside a page.
func (b *sectionBuilder) propertyBody(ctx context.Context, id int) (view.Section, error) {
	property, err := entityAs[*content.Property](ctx, b, "properties", id)
	if err != nil {
		return nil, err
	}
	return b.details.property(ctx, property), nil
}

func (b *sectionBuilder) developmentBody(ctx context.Context, id int) (view.Section, error) {
	development, err := entityAs[*content.Development](ctx, b, "developments", id)
	if err != nil {
		return nil, err
	}
	return b.details.development(ctx, development), nil
}

func (b *sectionBuilder) postBody(ctx context.Context, id int) (view.Section, error) {
	post, err := entityAs[*content.Post](ctx, b, "posts", id)
	if err != nil {
		return nil, err
	}
	return b.posts.section(ctx, post), nil
}

// entityAs loads an entity and checks its type.
func entityAs[T content.Entity](ctx context.Context, b *sectionBuilder, endpoint string, id int) (T, error) {
	var none T
	entity, err := b.lookups.source.ByID(ctx, b.lang, endpoint, id, "")
	if err != nil {
		return none, err
	}
	wanted, ok := entity.(T)
	if !ok {
		return none, fmt.Errorf("%s %d is of another type", endpoint, id)
	}
	return wanted, nil
}
