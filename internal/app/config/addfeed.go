package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"

	"github.com/BurntSushi/toml"

	"estate/internal/platform/atomicfile"
	"estate/internal/platform/redact"
)

// FeedVariable is the environment variable of a credential of a feed: USER, PASSWORD or ADDRESS.
func FeedVariable(feed, credential string) string {
	return "ESTATE_FEED_" + strings.ToUpper(strings.ReplaceAll(feed, "-", "_")) + "_" + credential
}

// MissingVariables are the environment variables that the feed needs beside its table and that are not set.
func (f *Feed) MissingVariables() []string {
	var names []string
	if f.Address == "" && f.Kind != FeedResales {
		names = append(names, FeedVariable(f.Name, "ADDRESS"))
	}
	if f.Kind == FeedResales {
		names = append(names, FeedVariable(f.Name, "USER"))
		if f.PasswordFile == "" {
			names = append(names, FeedVariable(f.Name, "PASSWORD"))
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return os.Getenv(name) != "" })
}

// CheckNewFeed reports everything that is wrong with a feed to be added. What comes from the environment
// may be missing. An address with a credential is refused: it would stand in a command line.
func CheckNewFeed(f Feed) error {
	problems := f.problems()
	if redact.Text(f.Address) != f.Address {
		problems = append(problems,
			fmt.Errorf("feed %s: the address holds a credential, and every user of the machine can list command lines; leave it out and set %s",
				f.Name, FeedVariable(f.Name, "ADDRESS")))
	}
	if f.PasswordFile != "" {
		if _, err := os.Stat(f.PasswordFile); err != nil {
			problems = append(problems, fmt.Errorf("feed %s: password_file: %w", f.Name, err))
		}
	}
	return errors.Join(problems...)
}

// Table is the [[feeds]] table of a feed in TOML: the settings that are set, without credentials.
func (f Feed) Table() (string, error) {
	f.User, f.Password = "", ""
	var table bytes.Buffer
	table.WriteString("[[feeds]]\n")
	encoder := toml.NewEncoder(&table)
	v := reflect.ValueOf(f)
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			continue
		}
		if err := encoder.Encode(map[string]any{v.Type().Field(i).Tag.Get("toml"): v.Field(i).Interface()}); err != nil {
			return "", err
		}
	}
	return table.String(), nil
}

// PrintedTable is Table for a screen or a log: an address with a query, which may be a key, is left out.
func (f Feed) PrintedTable() (string, error) {
	if !strings.Contains(f.Address, "?") || !strings.Contains(f.Address, "://") {
		return f.Table()
	}
	f.Address = ""
	table, err := f.Table()
	return table + "# address: set " + FeedVariable(f.Name, "ADDRESS") + ", or write it here\n", err
}

// AddFeed appends the table of a feed to a configuration file, which is made if it does not exist. The rest
// of the file stays byte for byte, with its owner and mode. Nothing is written unless the result says what
// the file said before and the feed.
func AddFeed(file string, f Feed) error {
	if err := CheckNewFeed(f); err != nil {
		return err
	}
	file, err := linkTarget(file)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	isNew := err != nil
	var before Settings
	if !isNew {
		if err := before.readFile(file); err != nil {
			return fmt.Errorf("%w; correct the file first", err)
		}
	}
	if slices.ContainsFunc(before.Feeds, func(other Feed) bool { return other.Name == f.Name }) {
		return fmt.Errorf("configuration %s: it has a feed %s already; choose another name", file, f.Name)
	}
	if before.CMS.IsLive() {
		return fmt.Errorf("configuration %s: feeds need a store: use cms.mode = %q, or no CMS", file, ModeReplica)
	}
	table, err := f.Table()
	if err != nil {
		return err
	}
	text := appended(string(old), table)
	f.User, f.Password = "", ""
	want := before
	want.Feeds = append(slices.Clone(before.Feeds), f)
	var after Settings
	if _, err := toml.Decode(text, &after); err != nil || !reflect.DeepEqual(after, want) {
		return fmt.Errorf("configuration %s: a table at its end would not be read as a feed; print the table with --print and add it by hand",
			file)
	}
	if now, err := os.ReadFile(file); !isNew && (err != nil || !bytes.Equal(now, old)) {
		return fmt.Errorf("configuration %s: another program changed it at the same time; repeat the command", file)
	}
	return replaceFile(file, isNew, []byte(text))
}

// linkTarget is the file that a symbolic link leads to.
func linkTarget(file string) (string, error) {
	target, err := filepath.EvalSymlinks(file)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(file); err == nil {
			return "", fmt.Errorf("configuration %s: it is a link to a file that does not exist", file)
		}
		return file, nil
	}
	return target, err
}

// appended is a text with a table after an empty line, with the line ends of the text.
func appended(text, table string) string {
	newline := "\n"
	if strings.Contains(text, "\r\n") {
		newline = "\r\n"
	}
	switch {
	case strings.TrimSpace(text) == "", strings.HasSuffix(text, newline+newline):
	case strings.HasSuffix(text, newline):
		text += newline
	default:
		text += newline + newline
	}
	return text + strings.ReplaceAll(table, "\n", newline)
}

// replaceFile writes a file atomically. A new one is readable by its owner only; another keeps mode and owner.
func replaceFile(file string, isNew bool, text []byte) error {
	if isNew {
		return atomicfile.WriteBytes(file, 0o600, text)
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	if err := atomicfile.WriteBytesOn(keepOwner{atomicfile.Local, info}, file, info.Mode().Perm(), text); err != nil {
		return fmt.Errorf("configuration %s: %w", file, err)
	}
	return nil
}

// keepOwner is the disk with new files of the owner of another file: a command of root must not take the
// configuration away from the user of the site.
type keepOwner struct {
	atomicfile.Disk
	of fs.FileInfo
}

// CreateTemp creates a file of the owner.
func (k keepOwner) CreateTemp(folder, pattern string) (atomicfile.File, error) {
	file, err := k.Disk.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err
	}
	owner, ok := k.of.Sys().(*syscall.Stat_t)
	if !ok || int(owner.Uid) == os.Geteuid() && int(owner.Gid) == os.Getegid() {
		return file, nil
	}
	if err := os.Chown(file.Name(), int(owner.Uid), int(owner.Gid)); err != nil {
		return nil, errors.Join(fmt.Errorf("it belongs to another user: %w", err), file.Close(), os.Remove(file.Name()))
	}
	return file, nil
}
