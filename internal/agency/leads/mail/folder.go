package mail

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	gomail "github.com/wneessen/go-mail"
)

// unsafeInName matches what a file name does not need.
var unsafeInName = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// writeToFolder writes a mail as a file that mail programs open, named after its Message-ID: a further attempt
// replaces it. Its texts are not encoded, so that a person can read it and copy a link.
func (c Config) writeToFolder(m *gomail.Msg) error {
	for _, part := range m.GetParts() {
		part.SetEncoding(gomail.NoEncoding)
	}
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return fmt.Errorf("folder of mails: %w", err)
	}
	name := filepath.Join(c.Folder, unsafeInName.ReplaceAllString(m.GetMessageID(), "")+".eml")
	if err := m.WriteToFile(name); err != nil {
		return fmt.Errorf("write mail %s: %w", name, err)
	}
	return nil
}
