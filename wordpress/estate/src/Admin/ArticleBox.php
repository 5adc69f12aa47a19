<?php
/**
 * The meta box of posts and pages.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\Taxonomies;
use Estate\Language\Links;

/** Edits the header of posts and pages, and the filter of a listing page. */
final class ArticleBox extends Box {

	protected function boxes(string $type): array {
		if (!in_array($type, ['post', 'page'], true)) {
			return [];
		}
		$boxes = ['header' => [__('Header on the site', 'estate'), self::header(), 'normal']];
		if ($type === 'page') {
			$boxes['filter'] = [__('Properties on this page', 'estate'), self::filter(), 'side'];
		}
		return $boxes;
	}

	/** @return Field[] */
	private static function header(): array {
		return [
			new Field('title', Field::TEXT, __('Title on the site', 'estate'), __('Empty means the title above.', 'estate')),
			new Field('subtitle', Field::TEXT, __('Subtitle', 'estate')),
			new Field('header_type', Field::CHOICE, __('Header', 'estate'), '', [
				'home' => __('home page', 'estate'), 'simple' => __('simple', 'estate'), 'single' => __('article', 'estate'),
				'hero' => __('large picture', 'estate'), 'none' => __('none', 'estate'),
			]),
			new Field('search_bar', Field::FLAG, __('Hide the search panel', 'estate')),
			new Field('header_image', Field::PICTURE, __('Picture of the header', 'estate')),
			new Field('description', Field::AREA, __('Description for search engines', 'estate')),
			new Field(Links::PATH, Field::TEXT, __('Custom address', 'estate'), __('Such as /for-sale/villas/, without the language. Empty means the permalink.', 'estate')),
		];
	}

	/** @return Field[] */
	private static function filter(): array {
		return [
			new Field('filter_s_offer', Field::TERM, __('Offer', 'estate'), '', [Taxonomies::OFFER]),
			new Field('filter_s_type', Field::TERM, __('Type', 'estate'), '', [Taxonomies::TYPE]),
			new Field('filter_s_location', Field::TERM, __('Location', 'estate'), '', [Taxonomies::LOCATION]),
		];
	}
}
