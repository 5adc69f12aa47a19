package view

// Section and RouteData in TypeScript. A test compares the union with the methods above.
//
//tygo:emit
var _ = `/** One block of a screen. */
export type Section =
	| BannerSection
	| AboutSection
	| HomeSection
	| IntroSection
	| ContentSection
	| PageSection
	| ColumnTextSection
	| ServicesSection
	| LocationsSection
	| ShortlinksSection
	| LinkSection
	| ContactSection
	| ImageSection
	| PropertiesSection
	| PropertyCarouselSection
	| PropertyArchiveSection
	| PropertySection
	| DevelopmentSection
	| PostSection
	| BlogArchiveSection
	| BlogSection
	| FavoritesSection
	| PageErrorSection
	| InfoSection
	| GallerySection
	| SliderSection
	| TabSection
	| DescriptionSection
	| GutembergSection
	| VideoSection
	| VideoListSection
	| IframeSection
	| PostsSection
	| PropertyCustomSection;

/** The record of a route (routing §2 and §7). */
export type RouteData = {
	link: string;
	route: string;
	page: number;
	query: Record<string, string>;
	isFetching: boolean;
	isReady: boolean;
	[flag: string]: unknown;
};

/** Where a home stands on a map of results; exact is 1 or 0. */
export type MapSpot = readonly [id: number, lat: number, lng: number, exact: number];`
