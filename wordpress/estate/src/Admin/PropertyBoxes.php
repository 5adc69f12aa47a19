<?php
/**
 * The meta boxes of properties and developments.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\PostTypes;
use Estate\Fields\Meta;
use Estate\Properties\Property;
use WP_Post;

/** Edits the fields of properties and developments. */
final class PropertyBoxes extends Box {

	protected function boxes(string $type): array {
		if (!PostTypes::isPropertyType($type)) {
			return [];
		}
		$development = $type === PostTypes::DEVELOPMENTS;
		$boxes       = [
			'facts'    => [__('Facts', 'estate'), PropertyForm::facts($development), 'normal'],
			'price'    => [__('Price', 'estate'), PropertyForm::price($development), 'normal'],
			'words'    => [__('Subtitle and address', 'estate'), PropertyForm::words(), 'normal'],
			'pictures' => [__('Pictures, plans and videos', 'estate'), PropertyForm::pictures(), 'normal'],
		];
		if (!$development) {
			$boxes['details']  = [__('Status, costs and address', 'estate'), PropertyForm::details(), 'normal'];
			$boxes['internal'] = [__('Source and private notes', 'estate'), PropertyForm::internal(), 'normal'];
		}
		if ($development) {
			$boxes['units'] = [__('Units and phases', 'estate'), PropertyForm::units(), 'normal'];
		}
		return $boxes + ['place' => [__('Location and energy', 'estate'), PropertyForm::place(), 'normal']];
	}

	/** Saves the form. Of a property that a feed delivers, the fields that the editor changed lock themselves. */
	public function save($id, WP_Post $post): void {
		$values = (int) $id === $post->ID && PostTypes::isPropertyType($post->post_type) ? $this->values($post) ?? [] : [];
		if (($values['source_system'] ?? '') !== '' && isset($values['locks'])) {
			$locks = self::changed($post->ID, $values);
			Meta::set($post->ID, 'locks', $locks);
			unset($values['locks']);
			foreach ($values as $name => $value) {
				Meta::set($post->ID, $name, $value);
			}
			return;
		}
		parent::save($id, $post);
	}

	/**
	 * The locks of the form with the fields that it changes.
	 *
	 * @param array<string, mixed> $values
	 * @return string[]
	 */
	private static function changed(int $id, array $values): array {
		$locks = $values['locks'];
		foreach ($values as $name => $value) {
			$before = Meta::get($id, $name);
			$lock   = self::lockOf($name);
			if ($lock !== '' && wp_json_encode($before ?: '') !== wp_json_encode($value ?: '')) {
				$locks[] = $lock;
			}
		}
		return array_values(array_intersect(Property::LOCKABLE, $locks));
	}

	/** The lockable field that a field of the form belongs to, '' for none. */
	private static function lockOf(string $name): string {
		$groups = [
			'community_fee' => 'costs', 'ibi' => 'costs', 'waste_tax' => 'costs', 'street' => 'address', 'street_number' => 'address', 'postcode' => 'address',
			'lat' => 'location', 'lng' => 'location', 'precision' => 'location', 'video' => 'extra', 'pdf' => 'extra', 'virtual_tour' => 'extra', 'htmls' => 'extra',
			'sheet_document' => 'information_sheet', 'sheet_date' => 'information_sheet', 'private_note' => 'private', 'lister' => 'private',
			'commission_value' => 'private', 'commission_split' => 'private', 'commission_note' => 'private',
		];
		if (isset($groups[$name])) {
			return $groups[$name];
		}
		if (in_array($name, Property::LOCKABLE, true)) {
			return $name;
		}
		$prefix = strtok($name, '_');
		return in_array($prefix, ['title', 'subtitle', 'description', 'price', 'energy', 'address', 'slug'], true) ? $prefix : '';
	}
}
