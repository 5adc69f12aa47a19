// Package inbox is the office's side of the enquiries: the list over all nodes, what the office does about an enquiry
// (Handling), its answers, and the erasure of a person.
//
// Store keeps handling and answers beside the saved searches, in the file of the enquiries or in the PostgreSQL database that
// the nodes share: every node handles every enquiry, and both end with it. An answer is stored before it is acknowledged, and
// Service.Run of any node sends it, at least once, with the backoff of the deliveries of enquiries.
//
// It knows no HTTP; package api speaks for it. Start with Service.
package inbox
