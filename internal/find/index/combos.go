package index

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"estate/internal/content/search"
)

// combo is a combination of options of one group.
type combo []option

// combinations numbers the combinations of each group.
type combinations struct {
	combos [groups][]combo
	known  [groups]map[string]uint32
	key    []byte
}

func (c *combinations) of(row *search.Row) (codes [groups]uint32) {
	for g := range groups {
		c.key = appendKey(c.key[:0], row, g)
		code, ok := c.known[g][string(c.key)]
		if !ok {
			if c.known[g] == nil {
				c.known[g] = map[string]uint32{}
			}
			code = uint32(len(c.combos[g]))
			c.known[g][string(c.key)] = code
			c.combos[g] = append(c.combos[g], optionsOf(row, g))
		}
		codes[g] = code
	}
	return codes
}

// appendKey appends a key that is equal for rows with the same options in a group.
func appendKey(key []byte, row *search.Row, g group) []byte {
	ints := func(values ...int) {
		for _, value := range values {
			key = binary.AppendVarint(key, int64(value))
		}
	}
	switch g {
	case groupOffer:
		ints(row.Offers...)
	case groupType:
		ints(row.Types...)
	case groupLocation:
		ints(row.Province, row.City, row.Subarea)
	case groupBeds:
		ints(rooms(row.Beds))
	case groupBaths:
		ints(rooms(row.Baths))
	case groupCategory:
		ints(row.Categories...)
	case groupCollection:
		for _, slug := range row.Collections {
			key = append(append(key, slug...), 0)
		}
	}
	return key
}

// rooms bounds a number of rooms, which content may have wrong.
func rooms(n int) int { return min(max(n, 0), 100) }

// optionsOf lists the options of one group that a row has. A row with three bedrooms has
// the options one, two and three ("at least").
func optionsOf(row *search.Row, g group) combo {
	var options combo
	ids := func(values []int) {
		for _, id := range values {
			options = append(options, option{id: id})
		}
	}
	switch g {
	case groupOffer:
		ids(row.Offers)
	case groupType:
		ids(row.Types)
	case groupCategory:
		ids(row.Categories)
	case groupBeds:
		for n := 1; n <= rooms(row.Beds); n++ {
			ids([]int{n})
		}
	case groupBaths:
		for n := 1; n <= rooms(row.Baths); n++ {
			ids([]int{n})
		}
	case groupLocation:
		for level, id := range map[search.Level]int{
			search.LevelProvince: row.Province, search.LevelCity: row.City, search.LevelSubarea: row.Subarea,
		} {
			if id != 0 {
				options = append(options, option{level: level, id: id})
			}
		}
	case groupCollection:
		for _, slug := range row.Collections {
			options = append(options, option{slug: strings.Clone(slug)})
		}
	}
	slices.SortFunc(options, compareOptions)
	return slices.Compact(options)
}

func compareOptions(a, b option) int {
	return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.id, b.id), cmp.Compare(a.slug, b.slug))
}
