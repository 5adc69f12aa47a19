package audit

// Group is a kind of finding.
type Group string

// The kinds of finding, in the order of a report.
const (
	GroupLinks        Group = "links"
	GroupRedirects    Group = "redirects"
	GroupTwins        Group = "twins"
	GroupEnergy       Group = "energy"
	GroupRegistration Group = "registration"
	GroupPrices       Group = "prices"
	GroupAgency       Group = "agency"
	GroupPictures     Group = "pictures"
)

// Groups lists every kind with its name for people and what to do about it.
var Groups = []struct {
	Group  Group
	Title  string
	Remedy string
}{
	{GroupLinks, "Links that do not lead straight to a page", "correct the link where it stands, or publish what it should lead to"},
	{GroupRedirects, "Redirects that do not lead straight to a page", "let the old link lead to a page that is there: estate redirects export, correct, import"},
	{GroupTwins, "Twins in the other language that do not answer", "name both links in alternative_links of both entities"},
	{GroupEnergy, "Homes for sale or rent without energy information", "fill in the energy label, or set its status to pending or exempt (Royal Decree 390/2021)"},
	{GroupRegistration, "Holiday lets without a registration number", "fill in the number of the tourist register: without it a holiday let may not be advertised"},
	{GroupPrices, "Homes whose price is neither public nor on ask", "fill in the amount, or mark the price as on ask"},
	{GroupAgency, "What the law wants to know of the agency", "fill in the settings, and publish the legal pages"},
	{GroupPictures, "Pictures without an alternative text", "describe the picture in each language; an empty text says that it is an ornament"},
}

// Finding is one thing that is wrong.
type Finding struct {
	Group Group
	Where string // whose it is: "page /about/ (12)"
	Text  string
}

// Report is everything that was found. Of each group the first findings are kept
// and all are counted: a million homes may lack the same field.
type Report struct {
	Findings []Finding
	Count    map[Group]int
	Checked  int // entities looked at
	most     int
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
	if r.most == 0 || r.Count[group] <= r.most {
		r.Findings = append(r.Findings, Finding{group, where, text})
	}
}
