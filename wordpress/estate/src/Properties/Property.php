<?php
/**
 * A property or a development.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Properties;

use Estate\Content\PostTypes;
use Estate\Fields\Fields;
use Estate\Fields\Words;
use Estate\Language\Languages;
use Estate\Preview\Unsaved;
use WP_Post;

/** Reads the fields of a property or a development. WordPress itself has the English title and text. */
final class Property {

	public const BADGES = ['sold', 'new', 'exclusive', 'featured'];

	public const MODES = ['sale', 'month', 'week', 'day', '15days'];

	/** The states of a unit. */
	public const AVAILABILITIES = ['available', 'reserved', 'sold'];

	/** The states of a property. */
	public const STATES = ['available', 'under_offer', 'reserved', 'sold', 'let', 'withdrawn'];

	/** The states in which nobody can buy or rent it. */
	private const TAKEN = ['sold', 'let', 'withdrawn'];

	public const ORIENTATIONS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

	public const TENURES = ['leasehold', 'part_ownership'];

	/** The fields that an editor can lock against imports. */
	public const LOCKABLE = [
		'reference', 's_offer', 's_type', 'price', 'availability', 'status', 'bedrooms', 'bathrooms', 'built_size', 'usable_size',
		'plot_size', 'terrace_size', 'floor', 'built_year', 'new_build', 'orientation', 'badges', 's_category', 'collections', 'units_of',
		'agent', 'title', 'subtitle', 'description', 'promo_name', 'slug', 'gallery', 'plans', 'extra', 'htmls', 'features', 's_province',
		's_city', 's_subarea', 'location', 'address', 'country', 'energy', 'registration_number', 'national_registration_number',
		'information_sheet', 'cadastral_reference', 'tenure', 'costs', 'private',
	];

	public WP_Post $post;

	public function __construct(WP_Post $post) {
		$this->post = $post;
	}

	/** Reports whether it is a development. */
	public function isDevelopment(): bool {
		return $this->post->post_type === PostTypes::DEVELOPMENTS;
	}

	/** @return array<string, string> the title by language */
	public function title(): array {
		return $this->words('title', html_entity_decode(Unsaved::text($this->post, 'post_title'), ENT_QUOTES | ENT_HTML5, 'UTF-8'));
	}

	/** @return array<string, string> the description by language */
	public function description(): array {
		return $this->words('description', self::markup(Unsaved::text($this->post, 'post_content')));
	}

	/** A text field. */
	public function text(string $name): string {
		return Fields::text($this->post->ID, $name);
	}

	/** An integer field. */
	public function count(string $name): int {
		return Fields::count($this->post->ID, $name);
	}

	/** @return array<string, string> */
	public function translations(string $name): array {
		return Words::ofPost($this->post->ID, $name);
	}

	/** @return string[] */
	public function texts(string $name): array {
		return Fields::texts($this->post->ID, $name);
	}

	/** @return string[] the badges that the site supports */
	public function badges(): array {
		$badges = $this->ownBadges();
		if ($this->isDevelopment() || in_array('sold', $badges, true) === ($this->state() === 'sold')) {
			return $badges;
		}
		return $this->state() === 'sold' ? array_merge(['sold'], $badges) : array_values(array_diff($badges, ['sold']));
	}

	/** @return string[] the badges of the form */
	private function ownBadges(): array {
		return array_values(array_intersect(array_map('strtolower', $this->texts('badges')), self::BADGES));
	}

	/** The state of a property. Without one, the badge Sold decides. */
	public function state(): string {
		$state = strtolower($this->text('availability'));
		if (in_array($state, self::STATES, true)) {
			return $state;
		}
		return in_array('sold', $this->ownBadges(), true) ? 'sold' : 'available';
	}

	/** Reports whether nobody can buy or rent it any more. */
	public function isSold(): bool {
		return $this->isDevelopment() ? in_array('sold', $this->ownBadges(), true) : in_array($this->state(), self::TAKEN, true);
	}

	/** Reports whether it may be given to portals: another agency's may not. */
	public function isOwn(): bool {
		return !Fields::flag($this->post->ID, 'source_shared');
	}

	/** Reports whether the price is on request. */
	public function isOnAsk(): bool {
		return Fields::flag($this->post->ID, 'price_on_ask');
	}

	/** The price mode. */
	public function mode(): string {
		$mode = str_replace([' ', 'per'], '', strtolower($this->text('price_mode')));
		return in_array($mode, self::MODES, true) ? $mode : 'sale';
	}

	/**
	 * The units of a development.
	 *
	 * @return array<int, array<string, mixed>>
	 */
	public function units(): array {
		return Fields::rows($this->post->ID, 'units');
	}

	/**
	 * The lowest and the highest price that visitors may see, 0 for none.
	 *
	 * @return array{int, int}
	 */
	public function publicPrices(): array {
		if ($this->isOnAsk()) {
			return [0, 0];
		}
		return $this->isDevelopment()
			? [$this->count('price_from'), $this->count('price_to')]
			: [$this->count('price_amount'), 0];
	}

	/** @return array<string, string> */
	private function words(string $name, string $english): array {
		$words = [Languages::FALLBACK => $english !== '' ? $english : $this->text($name . '_' . Languages::FALLBACK)];
		foreach (Languages::others() as $language) {
			$words[$language] = $this->text($name . '_' . $language);
		}
		return array_filter($words, static fn(string $text): bool => $text !== '');
	}

	/** Renders blocks. Text without markup gets paragraphs. */
	private static function markup(string $content): string {
		$content = str_replace("\r\n", "\n", $content); // browsers send CRLF
		if (has_blocks($content)) {
			return trim(do_blocks($content));
		}
		return $content === '' || preg_match('/<[a-z][^>]*>/i', $content) === 1 ? $content : trim(wpautop($content));
	}
}
