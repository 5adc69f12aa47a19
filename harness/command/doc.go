// Package command is what the programs of the harness share: the frame of a main function, and
// the table of the checks of a run.
package command
