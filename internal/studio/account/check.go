package account

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"
)

// check returns the first problem of the fields of a user, a *FieldError.
func (u *User) check() error {
	switch {
	case !IsMail(u.Mail):
		return &FieldError{"mail", "it must be a mail address such as name@example.com"}
	case u.Name == "" || utf8.RuneCountInString(u.Name) > maxName || strings.ContainsFunc(u.Name, unicode.IsControl):
		return &FieldError{"name", "it must have 1 to 100 characters"}
	case !u.Lang.IsFilled():
		return &FieldError{"lang", "it must be a language of the studio"}
	case !u.Role.Known():
		return &FieldError{"role", "it must be owner, editor or agent"}
	case u.Author < 0:
		return &FieldError{"author", "it must be the number of a person of the content"}
	}
	return nil
}

// IsMail reports whether a text is a plain mail address.
func IsMail(text string) bool {
	address, err := mail.ParseAddress(text)
	return err == nil && address.Address == text && address.Name == "" && len(text) <= maxMail && strings.Contains(text, ".")
}
