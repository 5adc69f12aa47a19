package audit

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"estate/internal/content"
)

var (
	tags = regexp.MustCompile(`<[^>]*>`)
	// taxNumber is the number of a company or a person in Spain, after the words that announce it.
	taxNumber = regexp.MustCompile(`(?i)\b(?:N\.?I\.?F|C\.?I\.?F|tax (?:id|number|no)|VAT (?:id|number|no))\b` +
		`[.:º° ]*(?:n\.?º|no\.)?[: ]*(?:ES)?([A-Z]?[- ]?\d{7,8}[- ]?[A-Z0-9]?)\b`)
	// sampleNumber is a number of zeros or of X after the name of a licence or a register.
	sampleNumber = regexp.MustCompile(`(?i)\b(?:licen[cs]e|licencia|registro|register|registration|hoja|sheet|API|GIPE|AICAT|RAICV)\b` +
		`[^.<>\d]{0,30}(?:n(?:o|r|um|úm)?\.? ?º? ?)?[^.<>\d]{0,12}\b((?:[A-Z]{1,3}[-/ ]?)?(?:0{3,}|X{3,}))\b`)
	// touristNumber is a number of the tourist register of a region.
	touristNumber = regexp.MustCompile(`\b(?:VFT|VUT|VTAR|CTC|AT)[/-][A-Z]{1,2}[/-]\d{4,6}\b`)
)

// numbers adds a finding for each legal number of a text that cannot be true: an invented one stays easily from a sample.
func (a *audit) numbers(at, text string) {
	text = html.UnescapeString(tags.ReplaceAllString(text, " "))
	for _, match := range taxNumber.FindAllStringSubmatch(text, -1) {
		if number := strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(match[1])); !isTaxNumber(number) {
			a.report.add(GroupNumbers, at, match[1]+" is no tax number: its check character is wrong")
		}
	}
	for _, match := range sampleNumber.FindAllStringSubmatch(text, -1) {
		a.report.add(GroupNumbers, at, match[1]+" is a sample")
	}
}

// Check characters of tax numbers in Spain.
const (
	personLetters  = "TRWAGMYFPDXBNJZSQVHLCKE"
	companyLetters = "JABCDEFGHI"
)

// isTaxNumber reports whether the check character of a Spanish NIF, NIE or CIF is right. Another number, such as one of another
// country, is not judged.
func isTaxNumber(number string) bool {
	if len(number) != 9 {
		return true
	}
	if strings.Trim(number[1:], "0") == "" {
		return false
	}
	digits := number[:8]
	switch first := number[0]; {
	case first >= '0' && first <= '9':
	case first >= 'X' && first <= 'Z':
		digits = string('0'+first-'X') + digits[1:]
	case strings.IndexByte("ABCDEFGHJNPQRSUVW", first) >= 0:
		return isCompanyNumber(number)
	default:
		return true
	}
	n := 0
	for _, digit := range digits {
		n = 10*n + int(digit-'0')
	}
	return number[8] == personLetters[n%23]
}

func isCompanyNumber(number string) bool {
	sum := 0
	for i, digit := range []byte(number[1:8]) {
		n := int(digit - '0')
		if i%2 == 0 {
			n = n*2/10 + n*2%10
		}
		sum += n
	}
	check := (10 - sum%10) % 10
	return number[8] == byte('0'+check) || number[8] == companyLetters[check]
}

// registration compares the number of the tourist register with those in the texts of a property.
func (a *audit) registration(at string, p *content.Property) {
	var found []string
	for _, text := range p.Description {
		for _, number := range touristNumber.FindAllString(text, -1) {
			if !slices.Contains(found, number) {
				found = append(found, number)
			}
		}
	}
	slices.Sort(found)
	for _, number := range found {
		switch {
		case p.Registration == "":
			a.report.add(GroupRegistration, at, fmt.Sprintf("its text has the number %s, its field has none: portals show the field", number))
		case number != p.Registration:
			a.report.add(GroupRegistration, at, fmt.Sprintf("its text has the number %s, its field %s", number, p.Registration))
		}
	}
}
