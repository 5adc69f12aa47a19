package app

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// requestTimes is the histogram of the requests by kind and class of the status.
var requestTimes = prometheus.HistogramOpts{
	Namespace: "estate", Name: "http_request_duration_seconds",
	Help:    "Duration of requests by kind (page, view, media …) and class of their status (2xx …).",
	Buckets: []float64{.001, .005, .025, .1, .25, .5, 1, 2.5, 5, 10},
}

// observeRequest is the server.Config.Observe of the site.
func (a *App) observeRequest(kind string, status int, took time.Duration) {
	a.requests.WithLabelValues(kind, strconv.Itoa(status/100)+"xx").Observe(took.Seconds())
}

// siteMetrics collects all metrics of one status of the site.
type siteMetrics struct {
	// status returns the last status that was looked at.
	status func(context.Context) siteStatus
}

func siteDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("estate_"+name, help, labels, nil)
}

var (
	problemDesc          = siteDesc("problem", "1 for each kind of problem that needs a person; the operator's page has the remedy.", "kind")
	enquiriesDesc        = siteDesc("enquiries", "Enquiries on this node by state; stored: there is nobody to tell.", "state")
	deliveriesDesc       = siteDesc("deliveries_waiting", "Deliveries of enquiries that wait or are retried.", "channel")
	deliveriesFailedDesc = siteDesc("deliveries_failed", "Deliveries of enquiries that were given up.", "channel")
	deliveriesOldestDesc = siteDesc("deliveries_oldest_seconds", "Age of the oldest enquiry that waits or was given up.", "channel")
	feedSuccessDesc      = siteDesc("feed_last_success_timestamp_seconds", "Time of the last successful run of a feed.", "feed")
	feedFailuresDesc     = siteDesc("feed_failures", "Runs of a feed that failed in a row.", "feed")
	feedPropertiesDesc   = siteDesc("feed_properties", "Published properties of a feed.", "feed")
	feedSkippedDesc      = siteDesc("feed_skipped", "Rows of a feed that could not be read.", "feed")
	feedPicturesDesc     = siteDesc("feed_pictures_failed", "Pictures of a feed that could not be fetched.", "feed")
	channelWrittenDesc   = siteDesc("channel_last_file_timestamp_seconds", "Time of the last file for a portal.", "channel")
	channelSentDesc      = siteDesc("channel_properties", "Properties in the last file for a portal.", "channel")
	channelLeftOutDesc   = siteDesc("channel_left_out", "Properties that a portal does not get.", "channel")
	channelHeldDesc      = siteDesc("channel_held", "1 while a file for a portal waits for a person.", "channel")
	certificateDesc      = siteDesc("certificate_end_timestamp_seconds", "End of the certificate of a domain.", "domain")
	diskFreeDesc         = siteDesc("disk_free_bytes", "Free space of the disk of a folder of the site.", "path")
	diskSizeDesc         = siteDesc("disk_size_bytes", "Size of the disk of a folder of the site.", "path")
)

// Describe implements prometheus.Collector.
func (m siteMetrics) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		problemDesc, enquiriesDesc, deliveriesDesc, deliveriesFailedDesc, deliveriesOldestDesc,
		feedSuccessDesc, feedFailuresDesc, feedPropertiesDesc, feedSkippedDesc, feedPicturesDesc,
		channelWrittenDesc, channelSentDesc, channelLeftOutDesc, channelHeldDesc, certificateDesc, diskFreeDesc, diskSizeDesc,
	} {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (m siteMetrics) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	s := m.status(ctx)
	send := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	found := kindsOf(s.FoundProblems())
	for _, kind := range allProblemKinds {
		send(problemDesc, boolValue(slices.Contains(found, kind)), kind)
	}
	for _, state := range []string{"delivered", "waiting", "failed", "stored", "spam"} {
		send(enquiriesDesc, float64(s.Enquiries[state]), state)
	}
	for _, b := range s.Backlogs {
		send(deliveriesDesc, float64(b.Waiting), b.Channel)
		send(deliveriesFailedDesc, float64(b.Failed), b.Channel)
		send(deliveriesOldestDesc, s.At.Sub(b.Oldest).Seconds(), b.Channel)
	}
	for _, f := range s.Feeds {
		send(feedSuccessDesc, unixTime(f.Success), f.Name)
		send(feedFailuresDesc, float64(f.Failures), f.Name)
		send(feedPropertiesDesc, float64(f.Properties), f.Name)
		send(feedSkippedDesc, float64(f.Report.Skipped), f.Name)
		send(feedPicturesDesc, float64(unreadablePictures(f)), f.Name)
	}
	for _, c := range s.Channels {
		send(channelWrittenDesc, unixTime(c.Written), c.Name)
		send(channelSentDesc, float64(c.Sent), c.Name)
		send(channelLeftOutDesc, float64(c.LeftOut), c.Name)
		send(channelHeldDesc, boolValue(c.Held != ""), c.Name)
	}
	for _, c := range s.Certificates {
		send(certificateDesc, unixTime(c.End), c.Domain)
	}
	for _, d := range s.Disks {
		send(diskFreeDesc, float64(d.Free), d.Path)
		send(diskSizeDesc, float64(d.Size), d.Path)
	}
}
