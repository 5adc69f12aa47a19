package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"

	"estate/internal/agency/demo"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/sqldb"
	"estate/internal/studio/account"
	"estate/internal/studio/api"
)

// accountPlace is the database of the users of the studio.
func accountPlace(s config.Settings) account.Place {
	if s.DB != "" {
		return account.Place{URL: string(s.DB)}
	}
	return account.Place{Path: s.AccountsFile()}
}

// openAccounts opens the users of the studio, unless the settings turn it off. A site that has scripts of third parties and no
// user yet, such as one before this version, starts without the studio; one that has users does not start.
func (a *App) openAccounts(ctx context.Context, s config.Settings) error {
	if s.Studio.Off {
		return nil
	}
	accounts, err := account.Open(ctx, accountPlace(s), nil)
	if errors.Is(err, sqldb.ErrDamaged) {
		a.log.ErrorContext(ctx, "the studio is off: the file of its users is damaged; restore a backup of it", "err", err)
		return nil
	}
	if err != nil {
		return err
	}
	a.closers = append(a.closers, accounts.Close)
	conflict := s.StudioConflict()
	if conflict == "" {
		a.accounts = accounts
		return nil
	}
	empty, err := accounts.Empty(ctx)
	switch {
	case err != nil:
		return err
	case !empty:
		return errors.New("studio: " + conflict)
	}
	a.log.InfoContext(ctx, "the studio is off", "reason", conflict)
	return nil
}

// openStudio builds the studio. Its accounts are open by then, or it is off.
func (a *App) openStudio(s config.Settings) error {
	if a.accounts == nil {
		return nil
	}
	cfg := api.Config{
		Accounts: a.accounts, Edit: a.edit, Preview: a.preview, Inbox: a.inbox, Uploads: a.uploads, Origins: s.StudioOrigins(),
		Site: a.studioSite(s), Log: a.log,
		Client: func(r *http.Request) netip.Addr { return a.server.Client(r) },
	}
	if a.store != nil {
		cfg.Authors = a.authorChoices
	}
	if s.Studio.Address != "" {
		site, err := url.Parse(s.SiteURL)
		if err != nil {
			return err
		}
		cfg.SiteOrigin = site.Scheme + "://" + site.Host
	}
	var err error
	a.studio, err = api.New(cfg)
	return err
}

// authorChoices are the people of the content, to whom users are joined.
func (a *App) authorChoices(context.Context, i18n.Lang) ([]api.Choice, error) {
	var list []api.Choice
	for _, author := range a.store.Authors() {
		list = append(list, api.Choice{ID: author.ID, Name: author.Name})
	}
	return list, nil
}

// studioHandler is the server.Parts.Studio of the site, nil without a studio.
func (a *App) studioHandler() func(http.Handler) http.Handler {
	if a.studio == nil {
		return nil
	}
	return a.studio.Handler
}

// studioSite describes the site to the studio.
func (a *App) studioSite(s config.Settings) func(context.Context, i18n.Lang) api.SiteInfo {
	mode, cms := "embedded", ""
	switch {
	case s.CMS.IsLive():
		mode, cms = config.ModeLive, s.CMSURL()
	case s.CMS.IsReplica():
		mode, cms = config.ModeReplica, s.CMSURL()
	}
	homes := sync.OnceValues(demo.Agency)
	return func(ctx context.Context, lang i18n.Lang) api.SiteInfo {
		info := api.SiteInfo{
			URL: s.SiteURL, Languages: a.origin.languages.Of(ctx), HomeLinks: map[i18n.Lang]string{},
			Mode: mode, CMSURL: cms, Zone: content.DefaultZone,
		}
		for _, one := range info.Languages {
			info.HomeLinks[one] = one.Prefix() + "/"
		}
		if settings := a.agencyForMails(ctx, lang); settings != nil {
			info.Name, info.Zone = settings.SiteTitle, zoneName(settings)
		}
		if agency, err := homes(); err == nil {
			info.Demo = a.hasHomeOf(ctx, agency)
		}
		// An authenticator shows the name beside its codes; an empty store has none yet.
		info.Name = cmp.Or(info.Name, hostOf(a.site))
		return info
	}
}

// hasHomeOf reports whether a home of the demo agency is on the site.
func (a *App) hasHomeOf(ctx context.Context, agency *demo.Content) bool {
	if a.store == nil {
		return false
	}
	for _, home := range agency.Properties {
		entity, err := a.store.ByID(ctx, i18n.Fallback, string(content.TypeProperty), home.ID, "")
		stored, ok := entity.(*content.Property)
		if err == nil && ok && stored.Reference == home.Reference && stored.Status == content.StatusPublish {
			return true
		}
	}
	return false
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Hostname()
}

// zoneName is the time zone of the agency for the browser: a name, or an offset such as +05:30.
func zoneName(settings *content.Settings) string {
	if settings.Location() == nil {
		return content.DefaultZone
	}
	return settings.Zone
}

// printSetup prints the link of the first owner, as long as there is no user. at is the address of the site's listener, which
// chooses the port of an address like 127.0.0.1:0.
func (a *App) printSetup(ctx context.Context, s config.Settings, at net.Addr) error {
	if a.studio == nil {
		return nil
	}
	if empty, err := a.accounts.Empty(ctx); err != nil || !empty {
		return err
	}
	token, _, err := a.accounts.NewSetupLink(ctx)
	if err != nil {
		return err
	}
	if s.Studio.Address == "" && s.SiteURL == "http://"+s.Addr {
		s.SiteURL = "http://" + at.String()
	}
	fmt.Printf("Studio: %s (one link, one hour, for the first owner; or: estate user add MAIL --role owner)\n",
		account.LinkURL(s.StudioOrigins()[0], account.PurposeSetup, token))
	return nil
}
