package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"text/tabwriter"
	"time"

	"estate/internal/app/config"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
)

// withAccounts opens the users of the studio for one command. The site may run at the same time.
func withAccounts(ctx context.Context, s config.Settings, use func(*account.Store) error) error {
	if s.Studio.Off {
		return errors.New("the studio is off: remove [studio] off")
	}
	if err := s.MakeDataDir(); err != nil {
		return err
	}
	accounts, err := account.Open(ctx, accountPlace(s), nil)
	if err != nil {
		return err
	}
	return errors.Join(use(accounts), accounts.Close())
}

// withUser is withAccounts for the user of a mail address.
func withUser(ctx context.Context, s config.Settings, mail string, use func(*account.Store, account.User) error) error {
	return withAccounts(ctx, s, func(accounts *account.Store) error {
		user, err := accounts.UserOf(ctx, mail)
		if errors.Is(err, account.ErrUnknown) {
			return fmt.Errorf("no user has the mail address %s; `estate user list` lists them", mail)
		}
		if err != nil {
			return err
		}
		return use(accounts, user)
	})
}

// NewUser is a user that a command adds.
type NewUser struct {
	Mail, Name, Role string
	Lang             i18n.Lang
	Author           int
}

// AddUser adds a user and prints the link of the invitation. It refuses where the site would not start with a user.
func AddUser(ctx context.Context, s config.Settings, u NewUser) error {
	if conflict := s.StudioConflict(); conflict != "" {
		return errors.New("studio: " + conflict)
	}
	return withAccounts(ctx, s, func(accounts *account.Store) error {
		if u.Name == "" {
			u.Name = u.Mail
		}
		user, err := accounts.Add(ctx, account.User{
			Mail: u.Mail, Name: u.Name, Lang: u.Lang, Role: account.Role(u.Role), Author: u.Author,
		})
		if errors.Is(err, account.ErrTaken) {
			return fmt.Errorf("%s is a user already; `estate user recover %s` makes a new link", u.Mail, u.Mail)
		}
		if err != nil {
			return err
		}
		return printLink(ctx, s, accounts, user)
	})
}

// printLink prints a link of a user, who chooses a passkey or a password there.
func printLink(ctx context.Context, s config.Settings, accounts *account.Store, user account.User) error {
	token, purpose, expires, err := accounts.NewLink(ctx, user)
	if err != nil {
		return err
	}
	fmt.Printf("%s, %s: give this link to the person; it works once, until %s\n%s\n", user.Mail, user.Role,
		expires.Local().Format("2006-01-02 15:04"), account.LinkURL(s.StudioOrigins()[0], purpose, token))
	return nil
}

// ListUsers prints the users.
func ListUsers(ctx context.Context, s config.Settings) error {
	return withAccounts(ctx, s, func(accounts *account.Store) error {
		users, err := accounts.Users(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "MAIL\tNAME\tROLE\tAUTHOR\tSTATE\tPASSKEYS\tPASSWORD\tLAST SEEN")
		for _, u := range users {
			state, author, password := "active", "-", "no"
			switch {
			case u.Disabled:
				state = "disabled"
			case u.Pending:
				state = "invited"
			}
			if u.Author != 0 {
				author = fmt.Sprint(u.Author)
			}
			if u.HasTOTP {
				password = "yes"
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", u.Mail, printable(u.Name), u.Role, author, state, u.Passkeys, password,
				day(u.LastSeen))
		}
		return table.Flush()
	})
}

// SetUserRole changes the role of a user, who is signed out.
func SetUserRole(ctx context.Context, s config.Settings, mail, role string) error {
	return withUser(ctx, s, mail, func(accounts *account.Store, user account.User) error {
		to := account.Role(role)
		if _, err := accounts.Update(ctx, user.ID, account.Change{Role: &to}); err != nil {
			return err
		}
		fmt.Printf("%s is %s\n", user.Mail, role)
		return nil
	})
}

// RecoverUser prints a link by which a user replaces all factors; it ends all sessions of the user. An invited user gets a new invitation.
func RecoverUser(ctx context.Context, s config.Settings, mail string) error {
	return withUser(ctx, s, mail, func(accounts *account.Store, user account.User) error {
		if user.Disabled {
			return fmt.Errorf("%s is disabled; enable the user first: estate user enable %s", user.Mail, user.Mail)
		}
		return printLink(ctx, s, accounts, user)
	})
}

// DisableUser signs a user out and lets nobody sign in as that user, or lifts that.
func DisableUser(ctx context.Context, s config.Settings, mail string, disabled bool) error {
	return withUser(ctx, s, mail, func(accounts *account.Store, user account.User) error {
		if _, err := accounts.Update(ctx, user.ID, account.Change{Disabled: &disabled}); err != nil {
			return err
		}
		state := "enabled"
		if disabled {
			state = "disabled"
		}
		fmt.Printf("%s is %s\n", user.Mail, state)
		return nil
	})
}

// RemoveUser removes a user for good.
func RemoveUser(ctx context.Context, s config.Settings, mail string) error {
	return withUser(ctx, s, mail, func(accounts *account.Store, user account.User) error {
		if err := accounts.Remove(ctx, user.ID); err != nil {
			return err
		}
		fmt.Printf("%s is removed\n", user.Mail)
		return nil
	})
}

// printStudio says where the studio is, and how many users it has.
func printStudio(ctx context.Context, s config.Settings) error {
	if s.Studio.Off {
		fmt.Println("studio: off")
		return nil
	}
	users, err := countUsers(ctx, s)
	if err != nil {
		return fmt.Errorf("users of the studio: %w", err)
	}
	switch conflict := s.StudioConflict(); {
	case conflict != "" && users > 0:
		return errors.New("studio: " + conflict)
	case conflict != "":
		fmt.Println("studio: off;", conflict)
	case users == 0:
		fmt.Printf("studio: %s/studio/, closed until it has a user: estate user add MAIL --role owner\n", s.StudioOrigins()[0])
	default:
		fmt.Printf("studio: %s/studio/, users: %d\n", s.StudioOrigins()[0], users)
	}
	return nil
}

// countUsers counts the users of a database, which need not exist. It changes nothing.
func countUsers(ctx context.Context, s config.Settings) (int, error) {
	place := accountPlace(s)
	place.ReadOnly = true
	if _, err := os.Stat(place.Path); place.URL == "" && errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	accounts, err := account.Open(ctx, place, nil)
	if errors.Is(err, account.ErrNone) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	users, err := accounts.Users(ctx)
	return len(users), errors.Join(err, accounts.Close())
}
