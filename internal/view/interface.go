package view

// Section is one block of a screen. Every screen is a header and a list of
// sections, whether an editor composed it or compose did; each kind is drawn by
// the folder of the same name in web/src/sections and is its own chunk.
type Section interface{ SectionKind() SectionKind }
