// Package privilege lets a command that root has started work as the user whose files it changes. What it creates then belongs
// to that user, and a link that the user has put in its way leads to nothing that the user may not write.
//
// Start with ActAsOwner. Only Linux has it; on other systems nothing changes.
package privilege
