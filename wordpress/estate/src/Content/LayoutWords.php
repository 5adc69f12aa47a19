<?php
/**
 * The words of the sections' editor.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

/** Names layouts and fields for editors. */
final class LayoutWords {

	/** @return array<string, array{string, string}> name and purpose of each layout */
	public static function layouts(): array {
		return [
			'about'             => [__('About the agency', 'estate'), __('Portrait, text, figures.', 'estate')],
			'banner'            => [__('Banner', 'estate'), __('A full-width picture or film with a title, a line and one call to action.', 'estate')],
			'blog-archive'      => [__('Blog: all posts', 'estate'), __('The numbered list of posts. Category 0 means all.', 'estate')],
			'blog-section'      => [__('Blog: latest posts', 'estate'), __('The latest posts of a category as a teaser.', 'estate')],
			'column-text'       => [__('Text in columns', 'estate'), __('One to three columns.', 'estate')],
			'contact'           => [__('Contact', 'estate'), __('Phones, e-mails, address and hours come from the settings.', 'estate')],
			'content'           => [__('Text', 'estate'), __('A block of rich text.', 'estate')],
			'description'       => [__('Folding text', 'estate'), __('A long text that folds after some lines.', 'estate')],
			'development'       => [__('A development', 'estate'), __('The body of one development, by its id.', 'estate')],
			'favorites'         => [__('Favorites', 'estate'), __('The homes that the visitor has saved.', 'estate')],
			'gallery'           => [__('Gallery', 'estate'), __('A grid of pictures that opens large.', 'estate')],
			'gutemberg'         => [__('Blocks', 'estate'), __('Markup of the block editor.', 'estate')],
			'home'              => [__('Opening of the home page', 'estate'), __('Picture or film, claim, search.', 'estate')],
			'iframe'            => [__('Foreign page', 'estate'), __('A page in a frame that loads on click.', 'estate')],
			'image'             => [__('Picture', 'estate'), __('One picture with a caption.', 'estate')],
			'info'              => [__('Facts', 'estate'), __('Facts as icon, label and value.', 'estate')],
			'intro'             => [__('Heading', 'estate'), __('A heading with a lead.', 'estate')],
			'link'              => [__('Call to action', 'estate'), __('A title with one or more links.', 'estate')],
			'locations'         => [__('Areas', 'estate'), __('Areas as tiles that lead to their pages; location is the number of the place.', 'estate')],
			'page'              => [__('Text of the page', 'estate'), __('Without a text of its own it shows that of the page.', 'estate')],
			'page-error'        => [__('Not found', 'estate'), __('The sentences of the 404 page, a search, recent homes.', 'estate')],
			'post'              => [__('A post', 'estate'), __('One post in full, by its id.', 'estate')],
			'posts'             => [__('Chosen posts', 'estate'), __('Posts as cards, by their ids.', 'estate')],
			'properties'        => [__('Chosen homes', 'estate'), __('Homes as cards: by their ids, or by a filter.', 'estate')],
			'property'          => [__('A home', 'estate'), __('The body of one home, by its id.', 'estate')],
			'property-archive'  => [__('Results of a search', 'estate'), __('Without a filter the one of the page holds.', 'estate')],
			'property-carousel' => [__('Homes in a row', 'estate'), __('Homes in one row to swipe.', 'estate')],
			'property-custom'   => [__('Saved search', 'estate'), __('The homes of a filter as results.', 'estate')],
			'services'          => [__('Services', 'estate'), __('The agency\'s services as cards.', 'estate')],
			'shortlinks'        => [__('Quick links', 'estate'), __('Links as chips.', 'estate')],
			'slider'            => [__('Slider', 'estate'), __('Pictures one after another; 0 seconds means that it does not move by itself.', 'estate')],
			'tab'               => [__('Tabs', 'estate'), __('Tabbed texts; the id is the address of a tab.', 'estate')],
			'video'             => [__('Film', 'estate'), __('One film: poster first, player on click.', 'estate')],
			'video-list'        => [__('Films', 'estate'), __('Several films.', 'estate')],
		];
	}

	/** @return array<string, mixed> labels of fields and buttons */
	public static function editor(): array {
		return [
			'fields' => [
				'title' => __('Title', 'estate'), 'text' => __('Text', 'estate'), 'html' => __('Text (HTML)', 'estate'), 'picture' => __('Picture', 'estate'),
				'pictures' => __('Pictures', 'estate'), 'figures' => __('Figures', 'estate'), 'value' => __('Value', 'estate'), 'label' => __('Label', 'estate'),
				'call' => __('Call to action', 'estate'), 'link' => __('Link', 'estate'), 'links' => __('Links', 'estate'), 'film' => __('Film', 'estate'),
				'category' => __('Category (number)', 'estate'), 'show_categories' => __('Show categories', 'estate'), 'show_tags' => __('Show tags', 'estate'),
				'limit' => __('How many', 'estate'), 'more' => __('Link to more', 'estate'), 'columns' => __('Columns', 'estate'), 'form' => __('With the enquiry form', 'estate'),
				'map' => __('On the map', 'estate'), 'lat' => __('Latitude', 'estate'), 'lng' => __('Longitude', 'estate'), 'lines' => __('Lines while folded', 'estate'),
				'id' => __('Id', 'estate'), 'ids' => __('Ids, divided by commas', 'estate'), 'claim' => __('Claim', 'estate'), 'search' => __('With the search', 'estate'),
				'url' => __('Address', 'estate'), 'ratio' => __('Ratio, such as 16/9', 'estate'), 'poster' => __('Poster', 'estate'), 'caption' => __('Caption', 'estate'),
				'items' => __('Entries', 'estate'), 'icon' => __('Icon', 'estate'), 'eyebrow' => __('Line above', 'estate'), 'tiles' => __('Tiles', 'estate'),
				'location' => __('Place (number)', 'estate'), 'name' => __('Name', 'estate'), 'homes' => __('Homes', 'estate'), 'filter' => __('Filter', 'estate'),
				's_offer' => __('Offer (number)', 'estate'), 's_type' => __('Type (number)', 'estate'), 's_location' => __('Place (number)', 'estate'),
				's_category' => __('Category (number)', 'estate'), 'collections' => __('Collections, divided by commas', 'estate'), 'sort' => __('Order', 'estate'),
				'slides' => __('Slides', 'estate'), 'seconds' => __('Seconds', 'estate'), 'tabs' => __('Tabs', 'estate'), 'videos' => __('Films', 'estate'),
			],
			'sorts'  => ['modified' => __('newest first', 'estate'), 'price_high' => __('dearest first', 'estate'), 'price_low' => __('cheapest first', 'estate')],
			'icons'  => ['bed', 'bath', 'plot', 'built', 'terrace', 'plane', 'train', 'car', 'sea', 'golf', 'school', 'euro', 'key', 'calendar', 'clock', 'phone', 'home', 'people', 'leaf', 'shield'],
			'add'    => __('Add a section', 'estate'), 'addOne' => __('Add', 'estate'), 'remove' => __('Take away', 'estate'), 'up' => __('Move up', 'estate'),
			'down'   => __('Move down', 'estate'), 'json' => __('Edit as JSON', 'estate'), 'form' => __('Edit as a form', 'estate'), 'choose' => __('Choose a picture', 'estate'),
			'wanted' => __('wanted', 'estate'), 'wrong' => __('This is no list of sections in JSON:', 'estate'), 'unknown' => __('Unknown section: the site leaves it out.', 'estate'),
		];
	}
}
