package audit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/sanitize"
)

// text audits an HTML text: its links and pictures, and what the page shows otherwise than it was
// written.
func (a *audit) text(at string, text content.UnsafeHTML) error {
	if a.cfg.Sanitizer != nil {
		a.changes(at, a.cfg.Sanitizer.Changes(string(text)))
	}
	a.numbers(at, string(text))
	return a.markup(at, text)
}

// changeWords say what a kind of change is.
var changeWords = map[sanitize.ChangeKind]string{
	sanitize.ChangeCut:       fmt.Sprintf("the text is cut after %d MB", sanitize.MaxBytes>>20),
	sanitize.ChangeScript:    "left out: a script or drawing",
	sanitize.ChangeForm:      "left out: fields of a form",
	sanitize.ChangeShortcode: "left out: the shortcode",
	sanitize.ChangeElement:   "only its text stays: the element",
	sanitize.ChangePicture:   "left out: the picture",
	sanitize.ChangeFilm:      "shown as a link: a film or sound at",
	sanitize.ChangeFrame:     "shown as a link: a frame of",
	sanitize.ChangeAnchor:    "left out, since the page has it already: the anchor",
}

// changes adds one finding for all changes of a text, and counts its pictures at other hosts.
func (a *audit) changes(at string, changes []sanitize.Change) {
	var parts []string
	for _, change := range changes {
		if change.Kind == sanitize.ChangeForeign {
			a.hosts.add(change.What, at, change.Count)
			continue
		}
		part := strings.TrimSpace(changeWords[change.Kind] + " " + change.What)
		if change.Count > 1 {
			part += fmt.Sprintf(" (%d times)", change.Count)
		}
		parts = append(parts, part)
	}
	if len(parts) > 0 {
		a.report.add(GroupTexts, at, strings.Join(parts, "; "))
	}
}

// hostCounts count the pictures of texts by the host at which they are.
type hostCounts map[string]*hostCount

type hostCount struct {
	pictures, texts int
	example         string
}

// maxHosts is the maximum number of hosts that are counted.
const maxHosts = 1000

func (h hostCounts) add(host, at string, pictures int) {
	count := h[host]
	if count == nil {
		if len(h) == maxHosts {
			return
		}
		count = &hostCount{example: at}
		h[host] = count
	}
	count.pictures += pictures
	count.texts++
}

// foreignPictures adds a finding for each host of pictures, the most frequent first.
func (a *audit) foreignPictures() {
	hosts := slices.SortedFunc(maps.Keys(a.hosts), func(x, y string) int {
		return cmp.Or(cmp.Compare(a.hosts[y].pictures, a.hosts[x].pictures), cmp.Compare(x, y))
	})
	for _, host := range hosts {
		count := a.hosts[host]
		a.report.add(GroupHosts, host, fmt.Sprintf("%d in %d texts, such as %s", count.pictures, count.texts, count.example))
	}
}
