package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/agency/channels/idealista"
	"estate/internal/agency/channels/kyero"
	"estate/internal/agency/channels/upload"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/media"
	"estate/internal/platform/backoff"
	"estate/internal/store"
)

// channelSet makes the files of all channels.
type channelSet struct {
	app    *App
	site   string
	folder string
	list   []*channel
}

// channel is one channel with its address.
type channel struct {
	settings  config.Channel
	publisher *channels.Publisher
	uploader  channels.Uploader // nil: the portal fetches the file
	token     string
	checked   time.Time
	failures  int    // checks in a row that failed
	seen      uint64 // generation of the last successful check
	site      channels.Site
	agency    atomic.Pointer[channels.Agency]
}

// address is where the portal fetches the file.
func (c *channel) address(site string) string {
	return site + channels.Path + c.token + "/" + c.settings.Name + c.publisher.Config().Kind.Ending()
}

// openChannels opens the channels of the settings.
func (a *App) openChannels(ctx context.Context, s config.Settings, pictures *media.Library) error {
	if len(s.Channels) == 0 {
		return nil
	}
	if a.store == nil {
		return errors.New("[[channels]] need a store: live mode has none, use the mode replica")
	}
	set := &channelSet{app: a, site: s.SiteURL, folder: s.ChannelsDir()}
	for _, settings := range s.Channels {
		c, err := a.openChannel(ctx, s, settings, pictures)
		if err != nil {
			return fmt.Errorf("channel %s: %w", settings.Name, err)
		}
		set.list = append(set.list, c)
	}
	a.channels = set
	return nil
}

func (a *App) openChannel(ctx context.Context, s config.Settings, settings config.Channel, pictures *media.Library) (*channel, error) {
	c := &channel{settings: settings}
	var err error
	if c.token, err = channelToken(ctx, a.store, settings.Name); err != nil {
		return nil, err
	}
	c.site = channels.Site{
		URL: s.SiteURL, Provinces: settings.Provinces,
		Picture: func(image *content.Image) string {
			return pictures.PortalPicture(image, channels.MinWidth, channels.MinHeight)
		},
		Text: a.policies.Load().composer.Text,
		File: func(address string) string {
			return cmp.Or(pictures.FileAddress(address), a.policies.Load().composer.Text(address))
		},
	}
	agency := func() channels.Agency { return *c.agency.Load() }
	c.agency.Store(&channels.Agency{})
	var kind channels.Kind
	switch settings.Kind {
	case "kyero":
		kind = kyero.New(kyero.Config{
			Agency: agency, Resales: settings.Dialect == "resales", Types: settings.TypeNames, Country: settings.Country,
			Email: settings.Email, Phone: settings.Phone, WhatsApp: settings.WhatsApp,
		})
	case "idealista":
		kind = idealista.New(idealista.Config{Customer: settings.Customer, Country: settings.Country, Agency: agency, Types: settings.TypeNames})
		if settings.FTP.Address != "" {
			c.uploader = upload.New(upload.Config{
				Address: settings.FTP.HostPort(), User: settings.FTP.User, Password: string(settings.FTP.Password), Folder: settings.FTP.Folder,
				Plain: settings.FTP.Plain,
			})
		}
	}
	c.publisher, err = channels.Open(s.ChannelsDir(), channels.Config{
		Name: settings.Name, Languages: settings.Languages, Premium: settings.Premium, OnAsk: settings.OnAsk, MinPictures: settings.Pictures(),
		MaxDrop: settings.MaxDrop, Commission: settings.Commission, Kind: kind,
	})
	return c, err
}

// channelToken is the secret part of a channel's address: 256 bits, one for all nodes.
func channelToken(ctx context.Context, st *store.Store, name string) (token string, err error) {
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return "", err
	}
	err = st.Write(ctx, func(b *store.Batch) error {
		token, err = b.NoteOrNew("channel token "+name, hex.EncodeToString(secret))
		return err
	})
	return token, err
}

// agency is the sender of the files, from the settings of the content.
func (a *App) agency(ctx context.Context) (channels.Agency, error) {
	settings, err := a.store.Settings(ctx, i18n.Fallback)
	if err != nil {
		return channels.Agency{}, err
	}
	name := settings.Company
	if name == "" {
		name = settings.SiteTitle
	}
	text := a.policies.Load().composer.Text
	return channels.Agency{Name: text(name), Email: text(settings.Mail1), Phone: text(settings.Phone1), Address: text(settings.Address)}, nil
}

// channelFiles finds files by their token, nil without channels.
func (a *App) channelFiles() func(string) (channels.File, bool) {
	if a.channels == nil {
		return nil
	}
	return func(token string) (channels.File, bool) {
		for _, c := range a.channels.list {
			if subtle.ConstantTimeCompare([]byte(token), []byte(c.token)) == 1 {
				return c.publisher.File()
			}
		}
		return channels.File{}, false
	}
}

// channelPoll is the time between two looks at the generation.
const channelPoll = 15 * time.Second

// run makes the files when the content changed, until ctx ends. A failure leaves the last files.
func (set *channelSet) run(ctx context.Context) error {
	for {
		for _, c := range set.list {
			generation := set.app.origin.generation()
			if !c.isDue(generation, time.Now()) {
				continue
			}
			if set.publish(ctx, c, time.Now()) {
				c.seen, c.failures = generation, 0
			} else {
				c.failures++
			}
			c.checked = time.Now()
		}
		if backoff.Sleep(ctx, channelPoll) != nil {
			return nil
		}
	}
}

// isDue reports whether the file is to be made for a generation of the content. After a failure the next
// attempt follows sooner than the next file would.
func (c *channel) isDue(generation uint64, now time.Time) bool {
	wait := time.Duration(c.settings.Every)
	if c.failures > 0 {
		wait = backoff.Policy{Initial: channelPoll, Max: wait}.Delay(c.failures)
	}
	return c.checked.IsZero() || (c.failures > 0 || c.seen != generation) && now.Sub(c.checked) >= wait
}

// publish makes the file of one channel. It reports whether the content was complete.
func (set *channelSet) publish(ctx context.Context, c *channel, now time.Time) bool {
	log := set.app.log.With("channel", c.settings.Name)
	if set.app.replica != nil && !set.app.replica.Status().Ready {
		return false // the first full sync is not complete
	}
	plan, err := set.plan(ctx, c)
	if err == nil {
		before := c.publisher.Status()
		err = c.publisher.Publish(ctx, plan, now, c.address(set.site))
		if after := c.publisher.Status(); after.Held != "" && before.Held == "" {
			log.Error("a file for a portal is held back", "reason", after.Held)
		}
	}
	if err != nil && ctx.Err() == nil {
		log.Error("the file for a portal could not be made; the last one stays", "err", err)
		return false
	}
	return true
}

// plan reads the content and decides what the channel sends.
func (set *channelSet) plan(ctx context.Context, c *channel) (*channels.Plan, error) {
	cfg, site, err := set.present(ctx, c)
	if err != nil {
		return nil, err
	}
	var properties []*content.Property
	err = set.app.store.PublishedProperties(ctx, func(p *content.Property) error {
		properties = append(properties, p)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return cfg.Plan(site, properties), nil
}

// reasons are why channels would not take a property, by their names.
func (set *channelSet) reasons(ctx context.Context, p *content.Property) (map[string][]channels.Reason, error) {
	reasons := map[string][]channels.Reason{}
	for _, c := range set.list {
		cfg, site, err := set.present(ctx, c)
		if err != nil {
			return nil, err
		}
		for _, left := range cfg.Plan(site, []*content.Property{p}).LeftOut {
			reasons[c.settings.Name] = left.Reasons
		}
	}
	return reasons, nil
}

// present is the configuration of a channel with what it needs of the content.
func (set *channelSet) present(ctx context.Context, c *channel) (*channels.Config, *channels.Site, error) {
	site := c.site
	agency, err := set.app.agency(ctx)
	if err != nil {
		return nil, nil, err
	}
	c.agency.Store(&agency)
	catalog, err := content.LoadCatalog(ctx, set.app.store, i18n.Fallback)
	if err != nil {
		return nil, nil, err
	}
	site.Types, site.Offers = map[int]string{}, map[int]string{}
	for _, option := range catalog.Types {
		site.Types[option.ID] = option.Slug
	}
	for _, option := range catalog.Offers {
		site.Offers[option.ID] = option.Slug
	}
	places, err := set.app.store.Terms(ctx, i18n.Fallback, search.KeyLocation)
	if err != nil {
		return nil, nil, err
	}
	site.Places = map[int]string{}
	for _, place := range places {
		site.Places[place.ID] = site.Text(place.Name.In(i18n.LangES))
	}
	cfg := *c.publisher.Config()
	if cfg.Filter, err = filterOf(c.settings, catalog, places); err != nil {
		return nil, nil, err
	}
	return &cfg, &site, nil
}

// filterOf finds the ids of the slugs. An unknown slug is an error: the channel would send other
// properties than the agency wants.
func filterOf(c config.Channel, catalog *search.Catalog, places []*content.Term) (channels.Filter, error) {
	filter := channels.Filter{Collections: c.Collections, References: c.References, PriceFrom: c.PriceFrom, PriceTo: c.PriceTo}
	var problems []error
	find := func(name string, slugs []string, options []search.Option) (ids []int) {
		for _, slug := range slugs {
			found := false
			for _, option := range options {
				if option.Slug == slug {
					ids, found = append(ids, option.ID), true
				}
			}
			if !found {
				problems = append(problems, fmt.Errorf("%s: there is no %q", name, slug))
			}
		}
		return ids
	}
	filter.Offers = find("offers", c.Offers, catalog.Offers)
	filter.Types = find("types", c.Types, catalog.Types)
	filter.Categories = find("categories", c.Categories, catalog.Categories)
	var all []search.Option
	for _, place := range places {
		all = append(all, search.Option{ID: place.ID, Slug: place.Slug})
	}
	filter.Places = find("places", c.Places, all)
	return filter, errors.Join(problems...)
}

// uploadRetry are the delays after failed uploads: a portal locks accounts that try without end.
var uploadRetry = backoff.Policy{Initial: time.Minute, Max: time.Hour}

// upload sends new files to portals that fetch none, until ctx ends. One node of a cluster does it.
func (set *channelSet) upload(ctx context.Context) error {
	failures := make([]int, len(set.list))
	next := make([]time.Time, len(set.list))
	for {
		for i, c := range set.list {
			if c.uploader == nil || time.Now().Before(next[i]) {
				continue
			}
			if err := set.send(ctx, c); err != nil && ctx.Err() == nil {
				failures[i]++
				next[i] = time.Now().Add(uploadRetry.Delay(failures[i]))
				set.app.log.Error("the upload to a portal failed and is retried", "channel", c.settings.Name, "retry", next[i], "err", err)
				continue
			}
			failures[i] = 0
		}
		if backoff.Sleep(ctx, channelPoll) != nil {
			return nil
		}
	}
}

// send uploads the file of a channel if it is new.
func (set *channelSet) send(ctx context.Context, c *channel) error {
	limited, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	return c.publisher.Send(limited, c.uploader, c.settings.Customer+c.publisher.Config().Kind.Ending(), time.Now())
}

// accept confirms a file that many properties are missing from.
func (set *channelSet) accept(name string) string {
	for _, c := range set.list {
		if c.settings.Name != name {
			continue
		}
		if err := channels.Accept(set.folder, name); err != nil {
			return "The confirmation could not be stored: " + err.Error()
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		set.publish(ctx, c, time.Now())
		return "Confirmed: the file is published."
	}
	return "There is no such channel."
}

// AcceptChannel confirms a held file of a channel. The running site publishes it with its next check.
func AcceptChannel(s config.Settings, name string) error {
	return channels.Accept(s.ChannelsDir(), name)
}

// PrintChannels prints what each channel sends, and why it leaves the other properties out.
func PrintChannels(s config.Settings, only string) error {
	if len(s.Channels) == 0 {
		fmt.Println("There are no channels: add [[channels]] to the settings.")
		return nil
	}
	found := false
	for _, c := range s.Channels {
		if only != "" && c.Name != only {
			continue
		}
		found = true
		status, err := channels.ReadStatus(s.ChannelsDir(), c.Name)
		if err != nil {
			fmt.Printf("%s (%s): %v\n", c.Name, c.Kind, err)
			continue
		}
		printChannel(&status, c.Kind)
	}
	if !found {
		return fmt.Errorf("there is no channel %s in the settings", only)
	}
	return nil
}

func printChannel(status *channels.Status, kind string) {
	fmt.Printf("%s (%s): %d properties sent, %d left out, file of %s\n", status.Name, kind, status.Sent, len(status.LeftOut),
		status.Written.Format(time.RFC3339))
	fmt.Println("  address:", status.Address)
	if !status.Uploaded.IsZero() {
		fmt.Println("  uploaded:", status.Uploaded.Format(time.RFC3339))
	}
	for _, problem := range []string{status.Held, status.Error, status.UploadError} {
		if problem != "" {
			fmt.Println(" ", problem)
		}
	}
	table := tabwriter.NewWriter(os.Stdout, 2, 4, 2, ' ', 0)
	for _, left := range status.LeftOut {
		for _, reason := range left.Reasons {
			_, _ = fmt.Fprintf(table, "  %s\t%s\t%s\n", printable(left.Reference), channels.FieldLabels[reason.Field], reason.Text)
		}
	}
	_ = table.Flush()
	fmt.Println()
}
