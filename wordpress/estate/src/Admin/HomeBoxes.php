<?php
/**
 * The boxes of homes.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

use Estate\Content\PostTypes;

/** Lets editors fill every field of properties and developments. */
final class HomeBoxes extends Box {

	protected function boxes(string $type): array {
		if (!PostTypes::isHome($type)) {
			return [];
		}
		$development = $type === PostTypes::DEVELOPMENTS;
		$boxes       = [
			'facts'    => [__('Facts', 'estate'), HomeForm::facts($development), 'normal'],
			'price'    => [__('Price', 'estate'), HomeForm::price($development), 'normal'],
			'words'    => [__('Words in the other languages', 'estate'), HomeForm::words(), 'normal'],
			'pictures' => [__('Pictures, plans and films', 'estate'), HomeForm::pictures(), 'normal'],
		];
		if ($development) {
			$boxes['units'] = [__('Units and phases', 'estate'), HomeForm::units(), 'normal'];
		}
		return $boxes + ['place' => [__('Place and energy', 'estate'), HomeForm::place(), 'normal']];
	}
}
