// Package compose turns what resolve found into a View: chrome, header, cards,
// sections, search panel, pager and head. There is one file for each screen and
// one for each thing that screens share.
//
// It asks the Source only for what stands beside the answer (an author, similar
// homes, the menu). When such a side look-up fails, or the fields of a section
// are bad, that part is left out and the page lives. Start with Composer.View.
package compose
