package resales

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"estate/internal/agency/feeds"
)

// Address is that of the live service.
const Address = "https://webapi.resales-online.com/V6/"

// Config is the access to the service and what is read.
type Config struct {
	Address string // "" means Address
	Agent   string // p1
	Key     string // p2, bound to the IP address of the server
	// Filters are searches: "1" to "4" are the predefined filters of an agency (sale, short rental,
	// long rental, featured), every other text is the id of a search of the API. "" means "1".
	Filters []string
	// OwnFilters are searches that find only the agency's own properties. Without one, the field
	// OwnProperty decides.
	OwnFilters      []string
	Mode            feeds.Mode // of properties of which neither their search nor they say the offer; "" leaves them out
	NewDevelopments string     // include, exclude or only; "" means include
	Languages       []string   // of descriptions; nil means en and es
	Sandbox         bool
	PerSecond       float64       // requests; 0 means 2.5
	Timeout         time.Duration // of a request; 0 means 30 s
}

// languages are the numbers of the service.
var languages = map[string]string{
	"en": "1", "es": "2", "de": "3", "fr": "4", "nl": "5", "da": "6", "ru": "7", "sv": "8", "pl": "9", "no": "10", "tr": "11", "fi": "13",
	"hu": "14",
}

// Validate reports what is wrong with the configuration.
func (c *Config) Validate() error {
	var problems []error
	if c.Agent == "" || c.Key == "" {
		problems = append(problems, errors.New("a resales feed needs user (p1) and password (p2) of the Web API"))
	}
	switch c.NewDevelopments {
	case "", "include", "exclude", "only":
	default:
		problems = append(problems, fmt.Errorf("new_developments is %q; use include, exclude or only", c.NewDevelopments))
	}
	for _, lang := range c.Languages {
		if languages[lang] == "" {
			problems = append(problems, fmt.Errorf("the Web API has no language %q", lang))
		}
	}
	return errors.Join(problems...)
}

// pageSize is the effective maximum of the service.
const pageSize = 40

// Client sends requests to the service.
type Client struct {
	cfg   Config
	http  *http.Client
	limit *rate.Limiter
}

// NewClient returns the errors of Config.Validate.
func NewClient(cfg Config) (*Client, error) {
	cfg.Address = strings.TrimSuffix(cmp.Or(cfg.Address, Address), "/") + "/"
	cfg.NewDevelopments = cmp.Or(cfg.NewDevelopments, "include")
	if len(cfg.Filters) == 0 {
		cfg.Filters = []string{"1"}
	}
	if cfg.Languages == nil {
		cfg.Languages = []string{"en", "es"}
	}
	client := &http.Client{
		Timeout: cmp.Or(cfg.Timeout, 30*time.Second),
		// A redirect would send the key to an address that nobody configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Client{cfg, client, rate.NewLimiter(rate.Limit(cmp.Or(cfg.PerSecond, 2.5)), 1)}, cfg.Validate()
}

// Error is a refusal of the service. Its text is ours: the answer repeats the credentials.
type Error struct {
	Call string
	Code string // such as "002", "" when the answer has none
}

var meanings = map[string]string{
	"001": "the key belongs to another IP address: create one for the address of this server",
	"002": "p1 or p2 is wrong or missing",
	"003": "the filter is missing",
	"099": "the key is not authorised",
	"102": "p2 is invalid",
	"103": "the filter is invalid",
}

func (e *Error) Error() string {
	return fmt.Sprintf("Resales-Online refuses %s with code %s: %s", e.Call, cmp.Or(e.Code, "none"),
		cmp.Or(meanings[e.Code], "see its documentation"))
}

// maxAnswer bounds the bytes of an answer.
const maxAnswer = 32 << 20

// envelope is what every answer has.
type envelope struct {
	Transaction struct {
		Status      string          `json:"status"`
		Description json.RawMessage `json:"errordescription"`
	} `json:"transaction"`
	QueryInfo struct {
		QueryID       value `json:"QueryId"`
		SearchType    value `json:"SearchType"`
		PropertyCount value `json:"PropertyCount"`
		CurrentPage   value `json:"CurrentPage"`
		PerPage       value `json:"PropertiesPerPage"`
	} `json:"QueryInfo"`
	Property many[json.RawMessage] `json:"Property"`
}

// call sends a request. Errors have neither the address nor a text of the answer.
func (c *Client) call(ctx context.Context, name string, params url.Values) (*envelope, error) {
	if err := c.limit.Wait(ctx); err != nil {
		return nil, err
	}
	params = maps.Clone(params)
	params.Set("p1", c.cfg.Agent)
	params.Set("p2", c.cfg.Key)
	params.Set("p_output", "JSON")
	if c.cfg.Sandbox {
		params.Set("P_sandbox", "true")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.cfg.Address+name+"?"+params.Encode(), nil)
	if err != nil {
		return nil, errors.New("the address of the Web API is invalid")
	}
	request.Header.Set("User-Agent", "estate-feeds/1")
	response, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%s of Resales-Online: %w", name, feeds.WithoutAddress(err))
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s of Resales-Online: status %d", name, response.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, fmt.Errorf("%s of Resales-Online: %w", name, feeds.WithoutAddress(err))
	}
	var answer envelope
	if len(body) > maxAnswer || json.Unmarshal(body, &answer) != nil {
		return nil, fmt.Errorf("%s of Resales-Online: the answer is not the documented JSON", name)
	}
	if !strings.EqualFold(answer.Transaction.Status, "success") {
		return nil, &Error{Call: name, Code: code(answer.Transaction.Description)}
	}
	return &answer, nil
}

// code is the first code of an error description, a map from codes to texts.
func code(description json.RawMessage) string {
	var codes map[string]json.RawMessage
	if json.Unmarshal(description, &codes) != nil {
		return ""
	}
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		if len(code) <= 4 && strings.Trim(code, "0123456789") == "" {
			return code
		}
	}
	return ""
}

// filter sets the parameter of a search.
func filter(params url.Values, search string) {
	if len(search) == 1 && search >= "1" && search <= "4" {
		params.Set("P_Agency_FilterId", search)
		return
	}
	params.Set("P_ApiId", search)
}
