<?php
/**
 * The meta boxes of properties and developments.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\PostTypes;

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
		if ($development) {
			$boxes['units'] = [__('Units and phases', 'estate'), PropertyForm::units(), 'normal'];
		}
		return $boxes + ['place' => [__('Location and energy', 'estate'), PropertyForm::place(), 'normal']];
	}
}
