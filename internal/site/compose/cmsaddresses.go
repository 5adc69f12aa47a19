package compose

import (
	"reflect"

	"estate/internal/content/cmsurl"
	"estate/internal/site/view"
)

// withoutCMS returns a View in which no text has an address of the CMS. Links, pictures and files
// have addresses of the site already; this is for addresses that editors type in other fields.
// A View shares data with others, so what changes is copied.
func withoutCMS(addresses cmsurl.Rewriter, v *view.View) *view.View {
	if addresses.IsZero() {
		return v
	}
	changed, ok := rewriteTexts(addresses, reflect.ValueOf(v))
	if !ok {
		return v
	}
	return changed.Interface().(*view.View)
}

// rewriteTexts returns a copy of v with rewritten texts, and whether there is any; otherwise v.
func rewriteTexts(addresses cmsurl.Rewriter, v reflect.Value) (reflect.Value, bool) {
	switch v.Kind() {
	case reflect.String:
		if text := v.String(); addresses.MayChange(text) {
			if changed := addresses.Text(text); changed != text {
				return reflect.ValueOf(changed).Convert(v.Type()), true
			}
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return v, false
		}
		inner, ok := rewriteTexts(addresses, v.Elem())
		if !ok {
			return v, false
		}
		if v.Kind() == reflect.Interface {
			return inner, true
		}
		copied := reflect.New(v.Type().Elem())
		copied.Elem().Set(inner)
		return copied, true
	case reflect.Struct:
		return rewriteStruct(addresses, v)
	case reflect.Slice:
		return rewriteSlice(addresses, v)
	case reflect.Map:
		return rewriteMap(addresses, v)
	}
	return v, false
}

func rewriteStruct(addresses cmsurl.Rewriter, v reflect.Value) (reflect.Value, bool) {
	var copied reflect.Value
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() { // safe markup: package sanitize has rewritten it
			continue
		}
		if field, ok := rewriteTexts(addresses, v.Field(i)); ok {
			if !copied.IsValid() {
				copied = reflect.New(v.Type()).Elem()
				copied.Set(v)
			}
			copied.Field(i).Set(field)
		}
	}
	if !copied.IsValid() {
		return v, false
	}
	return copied, true
}

func rewriteSlice(addresses cmsurl.Rewriter, v reflect.Value) (reflect.Value, bool) {
	if v.Type().Elem().Kind() == reflect.Uint8 { // JSON-LD
		text := string(v.Bytes())
		if !addresses.MayChange(text) {
			return v, false
		}
		return reflect.ValueOf([]byte(addresses.Text(text))).Convert(v.Type()), true
	}
	var copied reflect.Value
	for i := range v.Len() {
		if item, ok := rewriteTexts(addresses, v.Index(i)); ok {
			if !copied.IsValid() {
				copied = reflect.MakeSlice(v.Type(), v.Len(), v.Len())
				reflect.Copy(copied, v)
			}
			copied.Index(i).Set(item)
		}
	}
	if !copied.IsValid() {
		return v, false
	}
	return copied, true
}

func rewriteMap(addresses cmsurl.Rewriter, v reflect.Value) (reflect.Value, bool) {
	var copied reflect.Value
	for _, key := range v.MapKeys() {
		if item, ok := rewriteTexts(addresses, v.MapIndex(key)); ok {
			if !copied.IsValid() {
				copied = reflect.MakeMapWithSize(v.Type(), v.Len())
				for _, key := range v.MapKeys() {
					copied.SetMapIndex(key, v.MapIndex(key))
				}
			}
			copied.SetMapIndex(key, item)
		}
	}
	if !copied.IsValid() {
		return v, false
	}
	return copied, true
}
