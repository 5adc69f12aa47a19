// Package instagram refreshes the stored copy of the agency's Instagram feed. At an
// interval it fetches the feed, copies every picture to the originals of the site
// and passes the feed to its caller, which stores it. Visitors contact only the
// site.
//
// When a refresh fails, the stored feed stays. Start with Refresher; feed.go reads
// the response, picture.go fetches pictures, token.go renews the token.
package instagram
