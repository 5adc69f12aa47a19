package audit

import "estate/internal/platform/redact"

// Group is a kind of finding.
type Group string

// The kinds of finding, in the order of a report.
const (
	GroupLinks        Group = "links"
	GroupRedirects    Group = "redirects"
	GroupTranslations Group = "twins" // the name that programs read in the last line of a report
	GroupEnergy       Group = "energy"
	GroupRegistration Group = "registration"
	GroupSheet        Group = "sheet"
	GroupPrices       Group = "prices"
	GroupFields       Group = "fields"
	GroupIgnored      Group = "ignored"
	GroupAgency       Group = "agency"
	GroupNumbers      Group = "numbers"
	GroupFormats      Group = "formats"
	GroupPictures     Group = "pictures"
	GroupFilms        Group = "films"
	GroupPlausible    Group = "plausible"
	GroupTexts        Group = "texts"
	GroupHosts        Group = "hosts"
)

// Groups lists every kind with its title and the remedy.
var Groups = []struct {
	Group  Group
	Title  string
	Remedy string
}{
	{GroupLinks, "Links that do not lead directly to a page", "correct the link, or publish its target"},
	{
		GroupRedirects, "Redirects that do not lead directly to a page",
		"let the old link lead to an existing page: estate redirects export, correct, import",
	},
	{GroupTranslations, "Translations that do not answer", "name both links in alternative_links of both entities"},
	{
		GroupEnergy, "Properties for sale or rent without energy information",
		"fill in the energy label, or set its status to pending or exempt (Royal Decree 390/2021)",
	},
	{
		GroupRegistration, "Holiday rentals without a registration number, or with two",
		"fill in the number of the tourist register: without it a holiday rental must not be advertised",
	},
	{
		GroupSheet, "Homes for sale without their information sheet",
		"add the sheet or its date: Decree 218/2005 of Andalusia requires it; elsewhere set [legal] region to \"other\"",
	},
	{GroupPrices, "Properties whose price is neither public nor on ask", "fill in the amount, or mark the price as on ask"},
	{GroupPlausible, "Values that are hardly true", "correct the value where it is entered: in the CRM, the spreadsheet or the CMS"},
	{GroupFields, "Fields of WordPress that were not understood", "write a number alone, such as 750000, and a period such as month or week"},
	{GroupIgnored, "Fields of the homes of WordPress that nothing reads", "name those that matter in the setting cms.fields"},
	{GroupAgency, "Missing legal data of the agency", "fill in the settings, and publish the legal pages"},
	{
		GroupNumbers, "Legal numbers in texts that cannot be true",
		"write the agency's own numbers: the law asks for them (Law 34/2002, article 10)",
	},
	{GroupFormats, "Pictures in a format that browsers do not show", "save the picture as JPEG or PNG and choose it again"},
	{GroupTexts, "Texts that the page shows otherwise than they were written", "open the page, and write anew what is missing"},
	{
		GroupHosts, "Pictures of texts that are links, since their host is not the site's",
		"add the host to [media] hosts if the pictures are the agency's own, such as at its former domain",
	},
	{GroupPictures, "Pictures without an alternative text", "describe the picture in each language; an empty text marks a decoration"},
	{
		GroupFilms, "Films and tours that the page of a property cannot play",
		"use a film file of the site or an https address; to play a host in the page, add it to frame_hosts",
	},
}

// Finding is one problem.
type Finding struct {
	Group Group
	Where string // the entity or setting: "page /about/ (12)"
	Text  string
}

// Report has the findings. All are counted, but only the first of each group are kept:
// a million properties can lack the same field.
type Report struct {
	Findings []Finding
	Count    map[Group]int
	Checked  int // audited entities
	max      int // findings kept per group; 0 means all
}

// Total is the number of findings.
func (r *Report) Total() int {
	total := 0
	for _, n := range r.Count {
		total += n
	}
	return total
}

func (r *Report) add(group Group, where, text string) {
	r.Count[group]++
	if r.max == 0 || r.Count[group] <= r.max {
		r.Findings = append(r.Findings, Finding{group, where, redact.Text(text)})
	}
}
