package resalestest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Agent and Key are the credentials that the server accepts.
const (
	Agent = "agent-1017"
	Key   = "f00dfeed5ec7e7c0ffee"
)

// Property is a property of the service.
type Property struct {
	Reference   string
	AgencyRef   string
	Updated     time.Time
	Status      string // "" is Available
	Own         bool
	Development bool
	Price       int // 0: the limited shape of a property that is sold
	Type        string
	Subtype     string
	Town        string
	Area        string
	Bedrooms    int
	Built       int
	Lat, Lng    float64 // 0 is sent as "0"
	Text        string
	Features    map[string][]string
	Pictures    []string
	Period      string // of a rent
}

// Server is the service. Change its properties with Set.
type Server struct {
	*httptest.Server

	mu         sync.Mutex
	properties []Property
	searchType string
	queries    map[string][]Property
	expireAt   int // page at which the query id expires, once
	calls      []Call
	leads      []url.Values
	cache      int
	refuse     string
	unknown    map[string]bool // references without details
}

// Call is a request that was answered.
type Call struct {
	Name   string
	Params url.Values
}

// Start starts a server; Close ends it.
func Start() *Server {
	s := &Server{queries: map[string][]Property{}, unknown: map[string]bool{}, searchType: "Sale"}
	s.Server = httptest.NewServer(s)
	return s
}

// SearchType sets what the service says of the searches; at first "Sale".
func (s *Server) SearchType(says string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.searchType = says
}

// Set replaces the properties.
func (s *Server) Set(properties ...Property) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.properties = slices.Clone(properties)
}

// ExpireAt lets the next query expire at a page.
func (s *Server) ExpireAt(page int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expireAt = page
}

// Refuse answers every call with an error code; "" ends it.
func (s *Server) Refuse(code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = code
}

// RefuseDetails answers calls for the details of a property with an error of that property alone.
func (s *Server) RefuseDetails(reference string, refused bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unknown[reference] = refused
}

// Calls returns the calls since the last Calls.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := s.calls
	s.calls = nil
	return calls
}

// Leads returns what RegisterLead has received.
func (s *Server) Leads() []url.Values {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.leads)
}

// ServeHTTP answers a call; its status is always 200.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	params := r.URL.Query()
	name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	s.calls = append(s.calls, Call{name, params})
	s.cache++
	filter, api := params.Get("P_Agency_FilterId"), params.Get("P_ApiId")
	switch {
	case s.refuse != "":
		refuse(w, params, s.refuse)
	case params.Get("p1") != Agent:
		refuse(w, params, "002")
	case params.Get("p2") != Key:
		refuse(w, params, "102")
	case (filter == "") == (api == ""):
		refuse(w, params, "003")
	case name == "SearchProperties":
		s.search(w, params)
	case name == "PropertyDetails":
		s.details(w, params)
	case name == "RegisterLead":
		s.lead(w, params)
	default:
		refuse(w, params, "099")
	}
}

// refuse repeats the parameters, credentials included, as the service does.
func refuse(w http.ResponseWriter, params url.Values, code string) {
	parsed := map[string]string{}
	for key := range params {
		parsed[key] = params.Get(key)
	}
	write(w, map[string]any{"transaction": map[string]any{
		"status": "error", "incomingIp": "192.0.2.7", "version": "6.1.0",
		"errordescription": map[string]string{code: "refused for " + params.Get("p2")}, "parsedparameters": parsed,
	}})
}

func success(more map[string]any) map[string]any {
	more["transaction"] = map[string]any{
		"status": "success", "incomingIp": "192.0.2.7", "version": "6.1.0", "service": "V6",
		"datetime": "2026-03-01 00:00:00",
	}
	return more
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}

// search answers a page of 40 rows at most. From page 2 on without the query id of page 1 it
// answers another query, as the service does.
func (s *Server) search(w http.ResponseWriter, params url.Values) {
	page, size := max(1, number(params.Get("P_PageNo"))), number(params.Get("P_PageSize"))
	size = min(cmp.Or(size, 10), 40)
	id := params.Get("P_QueryId")
	rows, known := s.queries[id]
	if page > 1 && s.expireAt == page {
		s.expireAt = 0
		refuse(w, params, "104")
		return
	}
	if page > 1 && !known {
		rows = nil // the pages of a new query do not continue those of the first one
	}
	if page == 1 {
		id = fmt.Sprintf("query-%d", len(s.queries)+1)
		for _, p := range s.properties {
			if params.Get("P_ApiId") != "own" || p.Own {
				rows = append(rows, p)
			}
		}
		if params.Get("P_SortType") == "3" {
			slices.SortStableFunc(rows, func(a, b Property) int { return b.Updated.Compare(a.Updated) })
		}
		s.queries[id] = rows
	}
	shown := []map[string]any{}
	for _, p := range rows[min(len(rows), (page-1)*size):min(len(rows), page*size)] {
		shown = append(shown, s.row(p))
	}
	write(w, success(map[string]any{
		"QueryInfo": map[string]any{
			"ApiId": "1", "QueryId": id, "SearchType": s.searchType, "PropertyCount": len(rows), "CurrentPage": page,
			"PropertiesPerPage": size,
		},
		"Property": shown,
	}))
}

func number(text string) int {
	n, _ := strconv.Atoi(text) // 0 without one
	return n
}

// row has texts, and addresses of pictures with keys that change with every answer.
func (s *Server) row(p Property) map[string]any {
	row := map[string]any{
		"Reference": p.Reference, "AgencyRef": p.AgencyRef, "LastUpdated": p.Updated.Format(time.DateTime), "Country": "Spain",
		"Province": "Málaga",
		"Area":     "Costa del Sol", "Location": p.Town, "SubLocation": p.Area, "PropertyType": kind(p),
		"Status":   map[string]any{"system": cmp.Or(p.Status, "Available")},
		"Bedrooms": span(p, p.Bedrooms), "Bathrooms": span(p, p.Bedrooms), "Built": strconv.Itoa(p.Built), "Currency": "EUR",
		"Dimensions":  "metres",
		"OwnProperty": flag(p.Own), "Pool": 1, "GpsX": coordinate(p.Lng), "GpsY": coordinate(p.Lat), "Description": p.Text,
	}
	if p.Price > 0 {
		row["Price"] = span(p, p.Price)
	}
	if len(p.Pictures) > 0 {
		row["MainImage"] = fmt.Sprintf("%s?v=%d&z=1", p.Pictures[0], s.cache)
	}
	return row
}

func kind(p Property) map[string]any {
	name := p.Type
	if p.Development {
		name = "New Development"
	}
	return map[string]any{"NameType": name, "Type": p.Type, "TypeId": "1-1", "Subtype1": p.Subtype}
}

func span(p Property, n int) string {
	if p.Development {
		return fmt.Sprintf("%d - %d", n, 2*n)
	}
	return strconv.Itoa(n)
}

func flag(yes bool) string {
	if yes {
		return "1"
	}
	return "0"
}

func coordinate(n float64) string {
	if n == 0 {
		return "0"
	}
	return strconv.FormatFloat(n, 'f', 6, 64)
}

// details has numbers, and one text a language.
func (s *Server) details(w http.ResponseWriter, params url.Values) {
	for _, p := range s.properties {
		if p.Reference != params.Get("P_RefId") || s.unknown[p.Reference] {
			continue
		}
		d := s.row(p)
		for _, field := range []string{"Bedrooms", "Bathrooms", "Built", "Price"} {
			if text, ok := d[field].(string); ok && !p.Development {
				d[field] = number(text)
			}
		}
		d["OwnProperty"] = map[string]int{"0": 0, "1": 1}[flag(p.Own)]
		d["Description"] = map[string]string{"en": p.Text, "es": "es: " + p.Text}
		d["EnergyRating"] = map[string]any{"EnergyRated": "D", "CO2Rated": "", "EnergyValue": "101.5", "CO2Value": "0", "Image": ""}
		d["Community_Fees_Year"], d["IBI_Fees_Year"], d["Basura_Tax_Year"], d["BuiltYear"] = "2400", 1200, "180", "2004"
		d["OriginalPrice"], d["RentalPeriod"] = p.Price, p.Period
		var categories []map[string]any
		for _, category := range []string{"Setting", "Pool", "Views", "Parking"} {
			if words := p.Features[category]; len(words) > 0 {
				categories = append(categories, map[string]any{"Type": category, "Value": words})
			}
		}
		d["PropertyFeatures"] = map[string]any{"Category": categories}
		var pictures []map[string]any
		for i, at := range p.Pictures {
			pictures = append(pictures, map[string]any{"Id": i + 1, "PictureURL": fmt.Sprintf("%s?v=%d&z=1", at, s.cache)})
		}
		d["Pictures"] = map[string]any{"Count": len(pictures), "Picture": pictures}
		write(w, success(map[string]any{"Property": d})) // one property is no list
		return
	}
	refuse(w, params, "105")
}

// lead checks what the service requires.
func (s *Server) lead(w http.ResponseWriter, params url.Values) {
	for _, required := range []string{"M1", "M2", "M5", "M6", "M7"} {
		if params.Get(required) == "" {
			refuse(w, params, "106")
			return
		}
	}
	if strings.Contains(params.Get("M7"), "://") {
		refuse(w, params, "107")
		return
	}
	s.leads = append(s.leads, params)
	write(w, success(map[string]any{}))
}
