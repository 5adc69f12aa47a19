package view

// SectionKind names a section; it is acf_fc_layout in the CMS, the chunk's name
// in the browser and the folder in web/src/sections (specification §2).
type SectionKind string

// The sections drawn so far, of the 34 that the specification names.
const (
	SectionBanner           SectionKind = "banner"
	SectionAbout            SectionKind = "about"
	SectionHome             SectionKind = "home"
	SectionIntro            SectionKind = "intro"
	SectionContent          SectionKind = "content"
	SectionPage             SectionKind = "page"
	SectionColumnText       SectionKind = "column-text"
	SectionServices         SectionKind = "services"
	SectionLocations        SectionKind = "locations"
	SectionShortlinks       SectionKind = "shortlinks"
	SectionLink             SectionKind = "link"
	SectionContact          SectionKind = "contact"
	SectionImage            SectionKind = "image"
	SectionProperties       SectionKind = "properties"
	SectionPropertyCarousel SectionKind = "property-carousel"
	SectionPropertyArchive  SectionKind = "property-archive"
	SectionProperty         SectionKind = "property"
	SectionDevelopment      SectionKind = "development"
	SectionPost             SectionKind = "post"
	SectionBlogArchive      SectionKind = "blog-archive"
	SectionBlogSection      SectionKind = "blog-section"
	SectionFavorites        SectionKind = "favorites"
	SectionPageError        SectionKind = "page-error"
)

// Whoever makes a section sets its Kind; the methods only make the structs a Section.

// SectionKind is banner.
func (*BannerSection) SectionKind() SectionKind { return SectionBanner }

// SectionKind is about.
func (*AboutSection) SectionKind() SectionKind { return SectionAbout }

// SectionKind is home.
func (*HomeSection) SectionKind() SectionKind { return SectionHome }

// SectionKind is intro.
func (*IntroSection) SectionKind() SectionKind { return SectionIntro }

// SectionKind is content.
func (*ContentSection) SectionKind() SectionKind { return SectionContent }

// SectionKind is page.
func (*PageSection) SectionKind() SectionKind { return SectionPage }

// SectionKind is column-text.
func (*ColumnTextSection) SectionKind() SectionKind { return SectionColumnText }

// SectionKind is services.
func (*ServicesSection) SectionKind() SectionKind { return SectionServices }

// SectionKind is locations.
func (*LocationsSection) SectionKind() SectionKind { return SectionLocations }

// SectionKind is shortlinks.
func (*ShortlinksSection) SectionKind() SectionKind { return SectionShortlinks }

// SectionKind is link.
func (*LinkSection) SectionKind() SectionKind { return SectionLink }

// SectionKind is contact.
func (*ContactSection) SectionKind() SectionKind { return SectionContact }

// SectionKind is image.
func (*ImageSection) SectionKind() SectionKind { return SectionImage }

// SectionKind is properties.
func (*PropertiesSection) SectionKind() SectionKind { return SectionProperties }

// SectionKind is property-carousel.
func (*PropertyCarouselSection) SectionKind() SectionKind { return SectionPropertyCarousel }

// SectionKind is property-archive.
func (*PropertyArchiveSection) SectionKind() SectionKind { return SectionPropertyArchive }

// SectionKind is property.
func (*PropertySection) SectionKind() SectionKind { return SectionProperty }

// SectionKind is development.
func (*DevelopmentSection) SectionKind() SectionKind { return SectionDevelopment }

// SectionKind is post.
func (*PostSection) SectionKind() SectionKind { return SectionPost }

// SectionKind is blog-archive.
func (*BlogArchiveSection) SectionKind() SectionKind { return SectionBlogArchive }

// SectionKind is blog-section.
func (*BlogSection) SectionKind() SectionKind { return SectionBlogSection }

// SectionKind is favorites.
func (*FavoritesSection) SectionKind() SectionKind { return SectionFavorites }

// SectionKind is page-error.
func (*PageErrorSection) SectionKind() SectionKind { return SectionPageError }
