package view

// Section is one block of a screen. Every screen is a header and a list of sections,
// made from an editor's fields or by compose. The component of each kind is in the
// folder of that name in web/src/sections and is a chunk of its own.
type Section interface{ SectionKind() SectionKind }
