package index

import "github.com/RoaringBitmap/roaring/v2"

// bitmapBuilder collects ascending rows and adds them to its bitmap many at a time.
type bitmapBuilder struct {
	rows    *roaring.Bitmap
	pending []uint32
}

// maxPending is the number of rows that a builder collects.
const maxPending = 1024

func (c *bitmapBuilder) add(row uint32) {
	if c.pending = append(c.pending, row); len(c.pending) == maxPending {
		c.flush()
	}
}

func (c *bitmapBuilder) flush() {
	if c.rows == nil {
		c.rows = roaring.New()
	}
	c.rows.AddMany(c.pending)
	c.pending = c.pending[:0]
}

func (c *bitmapBuilder) bitmap() *roaring.Bitmap {
	rows := c.withoutRuns()
	rows.RunOptimize()
	return rows
}

// withoutRuns is for the set that every search starts from: operations on many runs are slower.
func (c *bitmapBuilder) withoutRuns() *roaring.Bitmap {
	c.flush()
	return c.rows
}
