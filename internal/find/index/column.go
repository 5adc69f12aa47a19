package index

import "math"

// column has one number for each row, in four bytes each where all of them are in the range of a
// uint32: ids, and times up to the year 2106.
type column struct {
	narrow []uint32
	wide   []int64 // nil where narrow has the numbers
}

// newColumn returns the column of n numbers.
func newColumn(n int, at func(row int) int64) column {
	for row := range n {
		if v := at(row); v < 0 || v > math.MaxUint32 {
			c := column{wide: make([]int64, n)}
			for row := range n {
				c.wide[row] = at(row)
			}
			return c
		}
	}
	c := column{narrow: make([]uint32, n)}
	for row := range n {
		c.narrow[row] = uint32(at(row))
	}
	return c
}

func (c *column) at(row uint32) int64 {
	if c.wide != nil {
		return c.wide[row]
	}
	return int64(c.narrow[row])
}
