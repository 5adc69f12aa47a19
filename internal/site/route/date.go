package route

import (
	"time"

	"estate/internal/content"
)

// The years that have archives (specification §5.1).
const (
	firstYear = 1900
	lastYear  = 2100
)

// ValidateDate returns the error of an invalid date, nil for a valid one. Month and
// day are nil when the link has none.
func ValidateDate(year, month, day *int) *content.Error {
	if year == nil || *year < firstYear || *year > lastYear {
		return content.WrongYear(value(year))
	}
	if month == nil {
		return nil
	}
	if *month < 1 || *month > 12 {
		return content.WrongMonth(*month)
	}
	if day != nil && (*day < 1 || *day > daysIn(*year, *month)) {
		return content.WrongDay(*day)
	}
	return nil
}

// daysIn is the number of days of a month: day 0 of the next month is its last day.
func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func value(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}
