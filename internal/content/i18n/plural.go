package i18n

// pluralForm is the suffix of the plural form of a count in l: _one, _few …
// web/src/i18n/plural.ts has the same rules.
func pluralForm(l Lang, count int) string {
	switch l {
	case LangFR:
		if count == 0 || count == 1 {
			return "_one"
		}
	case LangRU:
		return russianForm(count%10, count%100)
	default:
		if count == 1 {
			return "_one"
		}
	}
	return "_other"
}

func russianForm(last, lastTwo int) string {
	switch {
	case last == 1 && lastTwo != 11:
		return "_one"
	case last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14):
		return "_few"
	}
	return "_many"
}
