package mvt

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

var errDamaged = errors.New("damaged vector tile")

// Decode reads a tile without compression. Coordinates of another extent are scaled to
// Extent. It returns an error for data that is not a vector tile.
func Decode(data []byte) (Tile, error) {
	var t Tile
	err := eachField(data, func(number protowire.Number, f field) error {
		if number != fieldLayers {
			return nil
		}
		layer, err := decodeLayer(f.bytes)
		t = append(t, layer)
		return err
	})
	return t, err
}

// field is the value of a field: a number, or bytes.
type field struct {
	number uint64
	bytes  []byte
}

func eachField(data []byte, visit func(protowire.Number, field) error) error {
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return errDamaged
		}
		data = data[n:]
		var f field
		switch kind {
		case protowire.VarintType:
			f.number, n = protowire.ConsumeVarint(data)
		case protowire.Fixed64Type:
			f.number, n = protowire.ConsumeFixed64(data)
		case protowire.Fixed32Type:
			var bits uint32
			bits, n = protowire.ConsumeFixed32(data)
			f.number = uint64(bits)
		case protowire.BytesType:
			f.bytes, n = protowire.ConsumeBytes(data)
		default:
			return errDamaged
		}
		if n < 0 {
			return errDamaged
		}
		data = data[n:]
		if err := visit(number, f); err != nil {
			return err
		}
	}
	return nil
}

func decodeLayer(data []byte) (Layer, error) {
	var (
		l        Layer
		extent   = uint64(Extent)
		keys     []string
		values   []any
		features [][]byte
	)
	err := eachField(data, func(number protowire.Number, f field) error {
		switch number {
		case fieldLayerName:
			l.Name = string(f.bytes)
		case fieldLayerFeatures:
			features = append(features, f.bytes)
		case fieldLayerKeys:
			keys = append(keys, string(f.bytes))
		case fieldLayerValues:
			value, err := decodeValue(f.bytes)
			values = append(values, value)
			return err
		case fieldLayerExtent:
			extent = f.number
		}
		return nil
	})
	if err != nil {
		return l, err
	}
	if extent == 0 || extent > 1<<20 {
		return l, fmt.Errorf("%w: layer %q has an extent of %d", errDamaged, l.Name, extent)
	}
	for _, encoded := range features {
		feature, err := decodeFeature(encoded, keys, values)
		if err != nil {
			return l, fmt.Errorf("layer %q: %w", l.Name, err)
		}
		if extent != Extent {
			scale(feature.Parts, Extent/float64(extent))
		}
		l.Features = append(l.Features, feature)
	}
	return l, nil
}

func scale(parts [][]Point, factor float64) {
	for _, part := range parts {
		for i, p := range part {
			part[i] = Point{int32(math.Round(float64(p.X) * factor)), int32(math.Round(float64(p.Y) * factor))}
		}
	}
}

func decodeValue(data []byte) (any, error) {
	var value any
	err := eachField(data, func(number protowire.Number, f field) error {
		switch number {
		case fieldValueString:
			value = string(f.bytes)
		case fieldValueFloat:
			value = float64(math.Float32frombits(uint32(f.number)))
		case fieldValueDouble:
			value = math.Float64frombits(f.number)
		case fieldValueInt:
			value = int64(f.number)
		case fieldValueUint:
			value = f.number
		case fieldValueSint:
			value = protowire.DecodeZigZag(f.number)
		case fieldValueBool:
			value = f.number != 0
		}
		return nil
	})
	return value, err
}

func decodeFeature(data []byte, keys []string, values []any) (Feature, error) {
	var f Feature
	var geometry []byte
	err := eachField(data, func(number protowire.Number, value field) error {
		switch number {
		case fieldFeatureID:
			f.ID = value.number
		case fieldFeatureType:
			f.Type = Type(value.number)
		case fieldFeatureGeometry:
			geometry = value.bytes
		case fieldFeatureTags:
			numbers := reader{data: value.bytes}
			for len(numbers.data) > 0 {
				key, value := numbers.next(), numbers.next()
				if numbers.failed || key >= uint64(len(keys)) || value >= uint64(len(values)) {
					return errDamaged
				}
				f.Tags = append(f.Tags, Tag{keys[key], values[value]})
			}
		}
		return nil
	})
	if err != nil {
		return f, err
	}
	f.Parts, err = decodeGeometry(geometry, f.Type)
	return f, err
}

// reader reads packed numbers; failed is set at the first that is cut off.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) next() uint64 {
	value, n := protowire.ConsumeVarint(r.data)
	if n < 0 {
		r.data, r.failed = nil, true
		return 0
	}
	r.data = r.data[n:]
	return value
}

func decodeGeometry(data []byte, kind Type) ([][]Point, error) {
	var (
		parts   [][]Point
		x, y    int64
		numbers = reader{data: data}
	)
	for len(numbers.data) > 0 {
		command := numbers.next()
		count := command >> 3
		if command&7 == commandClosePath {
			continue
		}
		// A point takes two bytes or more.
		if id := command & 7; id != commandMoveTo && id != commandLineTo || count*2 > uint64(len(numbers.data)) {
			return nil, errDamaged
		}
		for range count {
			x += protowire.DecodeZigZag(numbers.next())
			y += protowire.DecodeZigZag(numbers.next())
			if numbers.failed || x != int64(int32(x)) || y != int64(int32(y)) {
				return nil, errDamaged
			}
			p := Point{int32(x), int32(y)}
			switch {
			case command&7 == commandMoveTo:
				parts = append(parts, []Point{p})
			case len(parts) == 0:
				return nil, errDamaged
			default:
				parts[len(parts)-1] = append(parts[len(parts)-1], p)
			}
		}
	}
	// Parts without length are of no use to any reader.
	kept := parts[:0]
	for _, part := range parts {
		if kind == TypePoint || kind == TypeLine && len(part) > 1 || len(part) > 2 {
			kept = append(kept, part)
		}
	}
	return kept, nil
}
