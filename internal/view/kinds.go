package view

// SectionKind names a section; it is acf_fc_layout in the CMS, the chunk's name
// in the browser and the folder in web/src/sections (specification §2.2.19).
type SectionKind string

// The 34 sections that the specification names.
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
	SectionInfo             SectionKind = "info"
	SectionGallery          SectionKind = "gallery"
	SectionSlider           SectionKind = "slider"
	SectionTab              SectionKind = "tab"
	SectionDescription      SectionKind = "description"
	SectionGutemberg        SectionKind = "gutemberg"
	SectionVideo            SectionKind = "video"
	SectionVideoList        SectionKind = "video-list"
	SectionIframe           SectionKind = "iframe"
	SectionPosts            SectionKind = "posts"
	SectionPropertyCustom   SectionKind = "property-custom"
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

// SectionKind is info.
func (*InfoSection) SectionKind() SectionKind { return SectionInfo }

// SectionKind is gallery.
func (*GallerySection) SectionKind() SectionKind { return SectionGallery }

// SectionKind is slider.
func (*SliderSection) SectionKind() SectionKind { return SectionSlider }

// SectionKind is tab.
func (*TabSection) SectionKind() SectionKind { return SectionTab }

// SectionKind is description.
func (*DescriptionSection) SectionKind() SectionKind { return SectionDescription }

// SectionKind is gutemberg.
func (*GutembergSection) SectionKind() SectionKind { return SectionGutemberg }

// SectionKind is video.
func (*VideoSection) SectionKind() SectionKind { return SectionVideo }

// SectionKind is video-list.
func (*VideoListSection) SectionKind() SectionKind { return SectionVideoList }

// SectionKind is iframe.
func (*IframeSection) SectionKind() SectionKind { return SectionIframe }

// SectionKind is posts.
func (*PostsSection) SectionKind() SectionKind { return SectionPosts }

// SectionKind is property-custom.
func (*PropertyCustomSection) SectionKind() SectionKind { return SectionPropertyCustom }
