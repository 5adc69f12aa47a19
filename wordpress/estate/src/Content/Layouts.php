<?php
/**
 * The sections that a page can have.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Content;

/**
 * Lists the layouts of sections with their fields. A field's form is a word (text,
 * long, html, number, decimal, flag, link, icon, ids, words, picture, pictures) or the fields
 * of an object; "…[]" stands for a list, "*" for a field that is wanted.
 */
final class Layouts {

	private const CALL = ['text*' => 'text', 'link*' => 'link'];

	private const FILTER = [
		's_offer' => 'number', 's_type' => 'number', 's_location' => 'number', 's_category' => 'number',
		'collections' => 'words', 'limit' => 'number', 'sort' => 'sort',
	];

	private const HOMES = ['ids' => 'ids', 'filter' => self::FILTER];

	private const FILM = ['title*' => 'text', 'text' => 'long', 'url*' => 'link', 'poster' => 'picture'];

	private const CHOSEN = ['title*' => 'text', 'text' => 'long', 'homes*' => self::HOMES, 'more' => self::CALL];

	/** The fields of each layout. */
	public const ALL = [
		'about'             => ['title*' => 'text', 'html*' => 'html', 'picture' => 'picture', 'figures[]' => ['value*' => 'text', 'label*' => 'text'], 'call' => self::CALL],
		'banner'            => ['title*' => 'text', 'text' => 'long', 'picture' => 'picture', 'film' => 'link', 'call' => self::CALL],
		'blog-archive'      => ['category' => 'number', 'show_categories' => 'flag', 'show_tags' => 'flag'],
		'blog-section'      => ['title*' => 'text', 'category' => 'number', 'limit' => 'number', 'more' => self::CALL],
		'column-text'       => ['title' => 'text', 'columns[]*' => 'html'],
		'contact'           => ['title*' => 'text', 'text' => 'long', 'form' => 'flag', 'map' => ['lat' => 'decimal', 'lng' => 'decimal']],
		'content'           => ['html*' => 'html'],
		'description'       => ['title' => 'text', 'html*' => 'html', 'lines' => 'number'],
		'development'       => ['id*' => 'number'],
		'favorites'         => ['title' => 'text', 'text' => 'long'],
		'gallery'           => ['title' => 'text', 'pictures*' => 'pictures'],
		'gutemberg'         => ['html*' => 'html'],
		'home'              => ['claim*' => 'text', 'text' => 'long', 'picture' => 'picture', 'film' => 'link', 'search' => 'flag'],
		'iframe'            => ['title*' => 'text', 'url*' => 'link', 'ratio' => 'text', 'poster' => 'picture'],
		'image'             => ['picture*' => 'picture', 'caption' => 'text'],
		'info'              => ['title' => 'text', 'items[]*' => ['icon' => 'icon', 'label*' => 'text', 'value*' => 'text']],
		'intro'             => ['eyebrow' => 'text', 'title*' => 'text', 'html' => 'html'],
		'link'              => ['title*' => 'text', 'text' => 'long', 'links[]*' => self::CALL],
		'locations'         => ['title*' => 'text', 'text' => 'long', 'tiles[]*' => ['location*' => 'number', 'name*' => 'text', 'link*' => 'link', 'picture' => 'picture']],
		'page'              => ['title' => 'text', 'html' => 'html'],
		'page-error'        => ['search' => 'flag', 'homes' => self::HOMES],
		'post'              => ['id*' => 'number'],
		'posts'             => ['title' => 'text', 'ids*' => 'ids', 'more' => self::CALL],
		'properties'        => self::CHOSEN,
		'property'          => ['id*' => 'number'],
		'property-archive'  => ['filter' => self::FILTER, 'search' => 'flag'],
		'property-carousel' => self::CHOSEN,
		'property-custom'   => ['title*' => 'text', 'filter*' => self::FILTER, 'more' => self::CALL],
		'services'          => ['title*' => 'text', 'text' => 'long', 'items[]*' => ['title*' => 'text', 'text' => 'long', 'link' => 'link', 'picture' => 'picture']],
		'shortlinks'        => ['title' => 'text', 'links[]*' => self::CALL],
		'slider'            => ['title' => 'text', 'slides[]*' => ['picture*' => 'picture', 'title' => 'text', 'text' => 'long', 'link' => 'link'], 'seconds' => 'number'],
		'tab'               => ['title' => 'text', 'tabs[]*' => ['id*' => 'text', 'title*' => 'text', 'html*' => 'html']],
		'video'             => self::FILM,
		'video-list'        => ['title' => 'text', 'videos[]*' => self::FILM],
	];

	/** @return array<string, array<string, mixed>> each layout with its name, its purpose and its fields, for the editor's script */
	public static function told(): array {
		$told = [];
		foreach (LayoutWords::layouts() as $layout => [$name, $purpose]) {
			$told[$layout] = ['name' => $name, 'help' => $purpose, 'fields' => self::fields(self::ALL[$layout])];
		}
		return $told;
	}

	/** @return array<string, mixed> what the editor's script says */
	public static function words(): array {
		return LayoutWords::editor();
	}

	/**
	 * The fields of an object, read.
	 *
	 * @param array<string, mixed> $spelled
	 * @return array<int, array{name: string, wanted: bool, list: bool, form: mixed}>
	 */
	public static function fields(array $spelled): array {
		$fields = [];
		foreach ($spelled as $key => $form) {
			$fields[] = [
				'name'   => rtrim($key, '*[]'),
				'wanted' => str_ends_with($key, '*'),
				'list'   => str_contains($key, '[]'),
				'form'   => is_array($form) ? self::fields($form) : $form,
			];
		}
		return $fields;
	}
}
