package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"estate/internal/agency/channels"
	"estate/internal/app/config"
	"estate/internal/app/operator"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

// channelState is the state of a channel without the list of properties that are left out, which is
// long: see channelList.
type channelState struct {
	channels.Status
	Kind    string         `json:"kind"`
	LeftOut int            `json:"left_out"` // number of properties
	Fields  map[string]int `json:"fields"`   // number of properties by the label of the field to fill, "" for no field
}

func (set *channelSet) states() []channelState {
	list := make([]channelState, len(set.list))
	for i, c := range set.list {
		status := c.publisher.Status()
		state := channelState{Status: status, Kind: c.settings.Kind, LeftOut: len(status.LeftOut), Fields: map[string]int{}}
		for _, left := range status.LeftOut {
			labels := map[string]bool{}
			for _, reason := range left.Reasons {
				labels[channels.FieldLabels[reason.Field]] = true
			}
			for label := range labels {
				state.Fields[label]++
			}
		}
		state.Status.LeftOut = nil
		list[i] = state
	}
	return list
}

// FieldsToFill lists the fields with the number of properties, the most frequent one first.
func (s channelState) FieldsToFill() string {
	var list []string
	for _, label := range slices.SortedFunc(maps.Keys(s.Fields),
		func(a, b string) int { return cmp.Or(s.Fields[b]-s.Fields[a], strings.Compare(a, b)) }) {
		if label != "" {
			list = append(list, fmt.Sprintf("%s (%d)", label, s.Fields[label]))
		}
	}
	return strings.Join(list, ", ")
}

// channelList tells of every property and every channel whether it is there, and if not, why.
type channelList struct {
	Site       string
	Channels   []string
	Labels     map[string]string // of the fields of reasons
	Properties []channelProperty
}

// channelProperty is one property. A channel that is neither in In nor in Out has not made a file since
// the property was published.
type channelProperty struct {
	ID        int
	Reference string
	In        []string
	Out       map[string][]channels.Reason
}

// IsIn reports whether the file of a channel has the property.
func (p channelProperty) IsIn(channel string) bool { return slices.Contains(p.In, channel) }

// shownProperties is the part of a channelList that the operator's page shows.
type shownProperties struct {
	channelList
	Rows               []channelProperty
	Total, Found, More int
}

// filteredProperties returns the properties of a filter.
func (set *channelSet) filteredProperties(ctx context.Context, filter operator.Filter) any {
	shown := shownProperties{channelList: set.propertiesByChannel(ctx)}
	shown.Total = len(shown.Properties)
	wanted := foldedReference(filter.Property)
	_, name, _ := strings.Cut(filter.Show, " ")
	for _, p := range shown.Properties {
		switch {
		case wanted != "":
			if !strings.Contains(foldedReference(p.Reference), wanted) && strconv.Itoa(p.ID) != wanted {
				continue
			}
		case filter.Show != "all" && (len(p.Out) == 0 || name != "" && p.Out[name] == nil):
			continue
		}
		shown.Rows = append(shown.Rows, p)
	}
	shown.Found = len(shown.Rows)
	shown.Rows = shown.Rows[:min(filter.Limit, shown.Found)]
	shown.More = shown.Found - len(shown.Rows)
	return shown
}

// foldedReference keeps the letters and digits of a reference, in lower case.
func foldedReference(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsNumber(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, text)
}

// propertiesByChannel reads the published properties of the store, by reference.
func (set *channelSet) propertiesByChannel(ctx context.Context) channelList {
	list := channelList{Site: set.site, Labels: channels.FieldLabels}
	var leftOut []map[int][]channels.Reason
	for _, c := range set.list {
		list.Channels = append(list.Channels, c.settings.Name)
		reasons := map[int][]channels.Reason{}
		for _, left := range c.publisher.Status().LeftOut {
			reasons[left.ID] = left.Reasons
		}
		leftOut = append(leftOut, reasons)
	}
	for row, err := range set.app.store.Rows(ctx) {
		if err != nil {
			break // the list says how many it has
		}
		if row.Kind != search.KindProperties {
			continue
		}
		property := channelProperty{ID: row.ID, Reference: row.Reference}
		for i, c := range set.list {
			switch reasons := leftOut[i][row.ID]; {
			case reasons != nil:
				if property.Out == nil {
					property.Out = map[string][]channels.Reason{}
				}
				property.Out[c.settings.Name] = reasons
			case c.publisher.Sends(row.ID):
				property.In = append(property.In, c.settings.Name)
			}
		}
		list.Properties = append(list.Properties, property)
	}
	slices.SortFunc(list.Properties, func(a, b channelProperty) int {
		if c := strings.Compare(a.Reference, b.Reference); c != 0 {
			return c
		}
		return a.ID - b.ID
	})
	return list
}

// PrintPropertyInChannels prints of each channel whether it has a property, given by its number or
// reference, and if not, why.
func PrintPropertyInChannels(ctx context.Context, s config.Settings, out io.Writer, property string) error {
	st, err := openStoreToRead(ctx, s, nil)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // nothing is written
	return printPropertyInChannels(ctx, s, out, st, property)
}

func printPropertyInChannels(ctx context.Context, s config.Settings, out io.Writer, st *store.Store, property string) error {
	id, err := propertyID(ctx, st, property)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range s.Channels {
		status, err := channels.ReadStatus(s.ChannelsDir(), c.Name)
		if err != nil {
			fmt.Fprintf(table, "%s\t%v\n", c.Name, err)
			continue
		}
		at := slices.IndexFunc(status.LeftOut, func(left channels.LeftOut) bool { return left.ID == id })
		if at < 0 {
			state := "in the file of " + formatTime(status.Written)
			if status.Held != "" {
				state = "in the next file. " + status.Held
			}
			fmt.Fprintf(table, "%s\t%s\n", c.Name, state)
			continue
		}
		for _, reason := range status.LeftOut[at].Reasons {
			fmt.Fprintf(table, "%s\tleft out: %s\t%s\n", c.Name, reason.Text, channels.FieldLabels[reason.Field])
		}
	}
	return table.Flush()
}

// propertyID finds a published property by its number or reference.
func propertyID(ctx context.Context, st *store.Store, text string) (int, error) {
	if id, err := strconv.Atoi(text); err == nil {
		if _, err := st.ByID(ctx, i18n.Fallback, string(search.KindProperties), id, ""); err == nil {
			return id, nil
		}
	}
	for row, err := range st.Rows(ctx) {
		if err != nil {
			return 0, err
		}
		if row.Kind == search.KindProperties && search.FoldReference(row.Reference) == search.FoldReference(text) {
			return row.ID, nil
		}
	}
	return 0, fmt.Errorf("no published property has the number or reference %q", text)
}
