package mvt

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers of the format.
const (
	fieldLayers = 3

	fieldLayerName     = 1
	fieldLayerFeatures = 2
	fieldLayerKeys     = 3
	fieldLayerValues   = 4
	fieldLayerExtent   = 5
	fieldLayerVersion  = 15

	fieldFeatureID       = 1
	fieldFeatureTags     = 2
	fieldFeatureType     = 3
	fieldFeatureGeometry = 4

	fieldValueString = 1
	fieldValueFloat  = 2
	fieldValueDouble = 3
	fieldValueInt    = 4
	fieldValueUint   = 5
	fieldValueSint   = 6
	fieldValueBool   = 7
)

const (
	commandMoveTo    = 1
	commandLineTo    = 2
	commandClosePath = 7
)

// Encode writes a tile. Layers without features are left out.
func Encode(t Tile) []byte {
	var data []byte
	for i := range t {
		if len(t[i].Features) > 0 {
			data = protowire.AppendTag(data, fieldLayers, protowire.BytesType)
			data = protowire.AppendBytes(data, encodeLayer(&t[i]))
		}
	}
	return data
}

func encodeLayer(l *Layer) []byte {
	var (
		keys      = map[string]uint64{}
		values    = map[any]uint64{}
		keyList   []string
		valueList []any
		data      []byte
	)
	data = protowire.AppendTag(data, fieldLayerName, protowire.BytesType)
	data = protowire.AppendString(data, l.Name)
	for i := range l.Features {
		f := &l.Features[i]
		var tags []byte
		for _, tag := range f.Tags {
			key, known := keys[tag.Key]
			if !known {
				key = uint64(len(keyList))
				keys[tag.Key], keyList = key, append(keyList, tag.Key)
			}
			value, known := values[tag.Value]
			if !known {
				value = uint64(len(valueList))
				values[tag.Value], valueList = value, append(valueList, tag.Value)
			}
			tags = protowire.AppendVarint(protowire.AppendVarint(tags, key), value)
		}
		var feature []byte
		if f.ID != 0 {
			feature = protowire.AppendTag(feature, fieldFeatureID, protowire.VarintType)
			feature = protowire.AppendVarint(feature, f.ID)
		}
		if len(tags) > 0 {
			feature = protowire.AppendTag(feature, fieldFeatureTags, protowire.BytesType)
			feature = protowire.AppendBytes(feature, tags)
		}
		feature = protowire.AppendTag(feature, fieldFeatureType, protowire.VarintType)
		feature = protowire.AppendVarint(feature, uint64(f.Type))
		feature = protowire.AppendTag(feature, fieldFeatureGeometry, protowire.BytesType)
		feature = protowire.AppendBytes(feature, encodeGeometry(f))
		data = protowire.AppendTag(data, fieldLayerFeatures, protowire.BytesType)
		data = protowire.AppendBytes(data, feature)
	}
	for _, key := range keyList {
		data = protowire.AppendTag(data, fieldLayerKeys, protowire.BytesType)
		data = protowire.AppendString(data, key)
	}
	for _, value := range valueList {
		data = protowire.AppendTag(data, fieldLayerValues, protowire.BytesType)
		data = protowire.AppendBytes(data, encodeValue(value))
	}
	data = protowire.AppendTag(data, fieldLayerExtent, protowire.VarintType)
	data = protowire.AppendVarint(data, Extent)
	data = protowire.AppendTag(data, fieldLayerVersion, protowire.VarintType)
	return protowire.AppendVarint(data, 2)
}

func encodeValue(value any) []byte {
	var data []byte
	switch value := value.(type) {
	case string:
		data = protowire.AppendTag(data, fieldValueString, protowire.BytesType)
		data = protowire.AppendString(data, value)
	case float64:
		data = protowire.AppendTag(data, fieldValueDouble, protowire.Fixed64Type)
		data = protowire.AppendFixed64(data, math.Float64bits(value))
	case int64:
		data = protowire.AppendTag(data, fieldValueSint, protowire.VarintType)
		data = protowire.AppendVarint(data, protowire.EncodeZigZag(value))
	case uint64:
		data = protowire.AppendTag(data, fieldValueUint, protowire.VarintType)
		data = protowire.AppendVarint(data, value)
	case bool:
		data = protowire.AppendTag(data, fieldValueBool, protowire.VarintType)
		data = protowire.AppendVarint(data, protowire.EncodeBool(value))
	}
	return data
}

func encodeGeometry(f *Feature) []byte {
	var data []byte
	var at Point
	command := func(id, count int) { data = protowire.AppendVarint(data, uint64(id|count<<3)) }
	to := func(p Point) {
		data = protowire.AppendVarint(data, protowire.EncodeZigZag(int64(p.X-at.X))&math.MaxUint32)
		data = protowire.AppendVarint(data, protowire.EncodeZigZag(int64(p.Y-at.Y))&math.MaxUint32)
		at = p
	}
	if f.Type == TypePoint {
		count := 0
		for _, part := range f.Parts {
			count += len(part)
		}
		command(commandMoveTo, count)
		for _, part := range f.Parts {
			for _, p := range part {
				to(p)
			}
		}
		return data
	}
	for _, part := range f.Parts {
		command(commandMoveTo, 1)
		to(part[0])
		command(commandLineTo, len(part)-1)
		for _, p := range part[1:] {
			to(p)
		}
		if f.Type == TypePolygon {
			command(commandClosePath, 1)
		}
	}
	return data
}
