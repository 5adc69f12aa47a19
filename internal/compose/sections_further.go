package compose

import (
	"errors"

	"estate/internal/content"
	"estate/internal/view"
)

// furtherSection draws the layouts that only editors use.
func (d *draft) furtherSection(_ *content.Page, fields any) (view.Section, error) {
	_ = fields
	return nil, errors.New("no such layout")
}
