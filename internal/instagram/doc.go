// Package instagram keeps the agency's Instagram feed at home. It asks the
// network for the feed now and then, takes a copy of every picture into the
// site's own originals, and hands the feed to whoever stores it. Visitors
// contact nobody but the site.
//
// Whatever fails, the feed that is stored stays. Start with Keeper; feed.go reads
// what the network answers, picture.go fetches pictures, token.go keeps the key alive.
// Where the feed is stored and how it is drawn is not known here.
package instagram
