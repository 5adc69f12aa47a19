package compose

import "fmt"

func toText(value any) string { return fmt.Sprint(value) }

// first is the first text that is not empty.
func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// yearText prints a year, which is never grouped.
func yearText(year int) string { return fmt.Sprint(year) }
