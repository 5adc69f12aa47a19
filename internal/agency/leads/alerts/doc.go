// Package alerts keeps saved searches of visitors and mails them new and reduced properties.
//
// A visitor leaves an address and a search (Service.Subscribe), confirms by a link in a mail
// (Service.Confirm), and ends it by a link in every mail (Service.End). One node follows the change
// log of the content (match.go): it compares each changed home with all saved searches, stores the
// matches together with its position in the log, and sends the mails that are due (deliver.go).
// A mail is stored before it is sent and deleted afterwards, so a killed process repeats at most
// the mail that it was sending, with the same Message-ID.
//
// Saved searches are in the database of the enquiries: leads.db, or the PostgreSQL that is the
// mirror of several nodes. The content, the filters and the mails come as functions of Config;
// leads/mail writes the mails. Start with Service.
package alerts
