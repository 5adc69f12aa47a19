package mvt

// Extent is the width of a tile in units of its coordinates.
const Extent = 4096

// Point is a position in a tile: x to the east, y to the south, 0 to Extent within the tile.
type Point struct{ X, Y int32 }

// Type is the type of a geometry.
type Type uint8

// The types of geometry, with their numbers in the format.
const (
	TypePoint   Type = 1
	TypeLine    Type = 2
	TypePolygon Type = 3
)

// Tile is the layers of one tile.
type Tile []Layer

// Layer is a list of features with a name.
type Layer struct {
	Name     string
	Features []Feature
}

// Layer returns the layer of a name, nil without one.
func (t Tile) Layer(name string) *Layer {
	for i := range t {
		if t[i].Name == name {
			return &t[i]
		}
	}
	return nil
}

// Feature is a geometry with tags. Parts are the points one by one, the lines, or the rings
// of polygons without the repeated last point: outer rings have a positive area, their
// holes follow with a negative one.
type Feature struct {
	ID    uint64
	Type  Type
	Parts [][]Point
	Tags  []Tag
}

// Tag is a property of a feature. Value is a string, float64, int64, uint64 or bool.
type Tag struct {
	Key   string
	Value any
}

// Tag returns the value of a key, nil without one.
func (f *Feature) Tag(key string) any {
	for _, tag := range f.Tags {
		if tag.Key == key {
			return tag.Value
		}
	}
	return nil
}

// Text returns the text of a key, "" without one.
func (f *Feature) Text(key string) string {
	text, _ := f.Tag(key).(string)
	return text
}

// Number returns the number of a key, and whether there is one.
func (f *Feature) Number(key string) (float64, bool) {
	switch value := f.Tag(key).(type) {
	case float64:
		return value, true
	case int64:
		return float64(value), true
	case uint64:
		return float64(value), true
	}
	return 0, false
}
