package app

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"estate/internal/agency/feeds/engine"
	"estate/internal/cms/replica"
)

// siteProblem is something that a person must repair or decide.
type siteProblem struct {
	Kind   string // the part of the site, for /readyz and the metric estate_problem
	Text   string
	Remedy string
}

// Kinds of problems.
const (
	kindReplica     = "replica"
	kindCMS         = "cms"
	kindContent     = "content"
	kindFeed        = "feed"
	kindChannel     = "channel"
	kindMail        = "mail"
	kindWebhook     = "webhook"
	kindMirror      = "mirror"
	kindEnquiries   = "enquiries"
	kindDisk        = "disk"
	kindBackup      = "backup"
	kindCertificate = "certificate"
	kindOriginals   = "originals"
	kindRendering   = "rendering"
)

var allProblemKinds = []string{
	kindReplica, kindCMS, kindContent, kindFeed, kindChannel, kindMail, kindWebhook, kindEnquiries, kindMirror, kindDisk, kindBackup,
	kindCertificate, kindOriginals, kindRendering,
}

// Limits of what is a problem.
const (
	deliveryPatience    = 10 * time.Minute    // age of an enquiry whose delivery is retried
	backupPatience      = time.Hour           // since the last successful backup
	certificatePatience = 14 * 24 * time.Hour // before the end of a certificate, which is renewed 30 days before
	feedFailures        = 2                   // runs of a feed that may fail in a row
	feedPatience        = 3                   // intervals of a feed without a successful run
)

// problemList collects problems.
type problemList struct{ found []siteProblem }

func (l *problemList) add(kind, text, remedy string, values ...any) {
	l.found = append(l.found, siteProblem{Kind: kind, Text: fmt.Sprintf(text, values...), Remedy: remedy})
}

// FoundProblems are all problems, the most important ones first.
func (s siteStatus) FoundProblems() []siteProblem {
	now := s.At
	if now.IsZero() {
		now = time.Now()
	}
	var l problemList
	s.contentProblems(&l)
	s.feedProblems(&l, now)
	s.channelProblems(&l)
	s.deliveryProblems(&l, now)
	s.machineProblems(&l, now)
	return l.found
}

func (s siteStatus) contentProblems(l *problemList) {
	if r := s.Replica; r != nil {
		if slices.ContainsFunc(r.Alarms, func(alarm replica.Alarm) bool { return !alarm.Accepted }) {
			l.add(kindReplica, "A person must confirm deletions", "look at the CMS, then decide below, or by estate replica accept")
		}
		switch {
		case !r.Ready:
			l.add(kindReplica, "The first full sync is not complete", "wait; if it does not go on, the last error below says why")
		case r.LastError != "":
			l.add(kindCMS, "The CMS does not answer; visitors are served from the store", "look at the CMS: "+r.LastError)
		}
	}
	if s.ContentError != "" {
		l.add(kindContent, "The database of the content does not answer",
			"look at PostgreSQL; pages of the cache are served meanwhile: "+s.ContentError)
	}
	for _, p := range s.Problems {
		if !p.Recovered {
			l.add(kindCMS, "Something is in the way of the CMS's API: %s", p.Remedy, p.Problem)
		}
	}
	if s.CMS != nil && s.CMS.CircuitOpen {
		l.add(kindCMS, "The CMS fails; visitors get stale content", "look at the CMS")
	}
	if r := s.Replica; r != nil && len(r.Failed) > 0 {
		l.add(kindReplica, "Some content could not be stored", "correct it in the CMS: the list is below, and in estate replica status")
	}
}

func (s siteStatus) feedProblems(l *problemList, now time.Time) {
	for _, f := range s.Feeds {
		if f.Alarm != nil && !f.Alarm.Accepted {
			l.add(kindFeed, "A person must confirm removals of a feed: %s", "decide below, or by estate feeds accept "+f.Name, f.Name)
		}
		if len(f.WaitingJumps()) > 0 {
			l.add(kindFeed, "A person must confirm prices of a feed: %s", "decide below, or by estate feeds accept "+f.Name, f.Name)
		}
		late := !f.Success.IsZero() && f.Every > 0 && now.Sub(f.Success) > feedPatience*f.Every+deliveryPatience
		if f.Failures > feedFailures || late {
			l.add(kindFeed, "A feed cannot be read: %s, last success %s",
				cmp.Or(f.Error, "estate feeds status "+f.Name+" says why"), f.Name, dayOrNever(f.Success))
		}
		if n := f.Report.Skipped; n > 0 {
			l.add(kindFeed, "The feed %s has %d rows that cannot be read; their homes are not shown or stay as they were",
				"correct them in the system that the feed comes from; estate feeds status "+f.Name+" names them", f.Name, n)
		}
		if n := unreadablePictures(f); n > 0 {
			l.add(kindFeed, "The feed %s has %d pictures that cannot be fetched",
				"correct their addresses in the system that the feed comes from; estate feeds status "+f.Name+" names them", f.Name, n)
		}
	}
}

// unreadablePictures is the number of pictures of a feed that its last run could not fetch.
func unreadablePictures(f engine.Status) (n int) {
	for _, p := range f.Report.Problems {
		if strings.HasPrefix(p.Field, "picture ") {
			n++
		}
	}
	for _, p := range f.Report.Repeated {
		if strings.HasPrefix(p.Field, "picture ") {
			n += p.N
		}
	}
	return n
}

func (s siteStatus) channelProblems(l *problemList) {
	for _, c := range s.Channels {
		switch {
		case c.Held != "":
			l.add(kindChannel, "A person must confirm a file for a portal: %s is held",
				"decide below, or by estate channels accept "+c.Name+": "+c.Held, c.Name)
		case c.Error != "":
			l.add(kindChannel, "A file for a portal could not be made or sent: %s", c.Error, c.Name)
		case c.UploadError != "":
			l.add(kindChannel, "A file for a portal could not be made or sent: %s", "check [channels.ftp]: "+c.UploadError, c.Name)
		}
	}
}

func (s siteStatus) deliveryProblems(l *problemList, now time.Time) {
	for _, b := range s.Backlogs {
		kind, remedy := kindWebhook, "look at the receiver, then estate leads retry"
		switch b.Channel {
		case "mail", "confirmation":
			kind, remedy = kindMail, "estate mail test ADDRESS says what to correct; then estate leads retry"
		case "answers": // of the studio
			kind, remedy = kindMail, "estate mail test ADDRESS says what to correct; then they are sent by themselves"
		}
		switch {
		case b.Failed > 0:
			l.add(kind, "Enquiries could not be delivered (%s): %d, the oldest of %s. Last error: %s", remedy,
				b.Channel, b.Failed, day(b.Oldest), b.Error)
		case b.Retried > 0 && now.Sub(b.Oldest) > deliveryPatience:
			l.add(kind, "Enquiries wait since %s for their delivery (%s): %d. Last error: %s", remedy, day(b.Oldest), b.Channel, b.Waiting, b.Error)
		}
	}
	if s.LeadsError != "" {
		l.add(kindEnquiries, "Enquiries cannot be stored; visitors are told so", s.LeadsError)
	}
	for _, file := range s.LeadsSetAside {
		l.add(kindEnquiries, "The file of the enquiries was damaged and set aside: %s",
			"restore a backup, or read what is left by sqlite3 and .recover; move the file away when nobody needs it", file)
	}
	if n := s.Enquiries["stored"]; n > 0 {
		l.add(kindMail, "Nobody was told of %d enquiries", "set [smtp] or [webhook], then estate leads retry; estate leads list lists them", n)
	}
	if s.Alerts != nil && s.Alerts.Retried > 0 {
		l.add(kindMail, "Mails of saved searches fail: %d", "estate mail test ADDRESS says what to correct", s.Alerts.Retried)
	}
	if s.Mirror != nil && !s.Mirror.Up {
		l.add(kindMirror, "The mirror of the enquiries does not answer; new enquiries are on one disk",
			"look at the database or disk of enquiries.mirror")
	}
}

func (s siteStatus) machineProblems(l *problemList, now time.Time) {
	for _, d := range s.Disks {
		if d.nearlyFull() {
			l.add(kindDisk, "The disk of %s is nearly full: %s of %s are free",
				"make the disk larger, or delete what is not the site's; renditions may go: rm -r renditions in the data folder, then restart",
				d.Path, formatSize(int64(d.Free)), formatSize(int64(d.Size)))
		}
	}
	if b := s.Backup; b != nil {
		since := cmp.Or(b.LastSuccess, b.Since)
		switch {
		case b.Error != "":
			l.add(kindBackup, "The backup fails; the last one is of %s", "the cause: "+b.Error, dayOrNever(b.LastSuccess))
		case now.Sub(since) > max(backupPatience, 10*b.Every):
			l.add(kindBackup, "The backup is late; the last one is of %s",
				"look whether its disk is mounted and writable for the user of the site", dayOrNever(b.LastSuccess))
		}
	}
	for _, c := range s.Certificates {
		if !c.End.IsZero() && now.Add(certificatePatience).After(c.End) {
			l.add(kindCertificate, "The certificate of %s ends on %s and was not renewed",
				"see that the name leads to this machine, and that ports 80 and 443 are reachable from the internet; "+
					"the log has the answer of the authority",
				c.Domain, day(c.End))
		}
	}
	if s.OriginalsFailing {
		l.add(kindOriginals, "The bucket of the originals does not answer", "look at [s3] and media.bucket; the log has the error")
	}
	if s.Running && (s.Rendering == nil || s.Rendering.Up < s.Rendering.Workers) {
		l.add(kindRendering, "Pages are sent without rendered HTML: render workers are missing",
			"see that Node 20 or newer is installed, or name it with --node; the log has the error")
	}
}

func dayOrNever(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return day(t)
}
