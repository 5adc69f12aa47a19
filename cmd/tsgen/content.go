package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"estate/internal/content/sanitize"
)

// contentCase is the used part of a conformance case of the kind content.
type contentCase struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	HTML     string `json:"html"`
	Settings struct {
		Site string `json:"site"`
		URL  string `json:"url"`
	} `json:"settings"`
}

// printContent sanitises the markup of all content cases of a file and prints it by id, as
// input of tests of the front end.
func printContent(w io.Writer, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var cases []contentCase
	if err := json.Unmarshal(data, &cases); err != nil {
		return fmt.Errorf("read cases of %s: %w", path, err)
	}
	clean := map[string]sanitize.SafeHTML{}
	for _, c := range cases {
		if c.Kind != "content" {
			continue
		}
		s, err := sanitize.New(sanitize.Config{SiteURL: c.Settings.Site, CMSURL: c.Settings.URL})
		if err != nil {
			return fmt.Errorf("case %s: %w", c.ID, err)
		}
		clean[c.ID] = s.HTML(c.HTML)
	}
	return json.NewEncoder(w).Encode(clean)
}
