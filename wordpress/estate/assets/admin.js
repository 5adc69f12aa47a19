/* Pictures and tables in the forms of the plugin. */
(function ($) {
	'use strict';

	const words = window.estateAdmin;

	/** Opens the media library and passes the chosen pictures on. */
	function choose(many, done) {
		const frame = wp.media({ title: words.pictures, button: { text: words.choose }, library: { type: 'image' }, multiple: many ? 'add' : false });
		frame.on('select', function () {
			done(frame.state().get('selection').toJSON());
		});
		frame.open();
	}

	/** A thumbnail with a remove button. */
	function thumb(picture) {
		const item = document.createElement('li');
		const image = document.createElement('img');
		const drop = document.createElement('button');
		item.dataset.id = picture.id;
		item.tabIndex = 0;
		image.src = (picture.sizes && picture.sizes.thumbnail ? picture.sizes.thumbnail : picture).url;
		image.alt = picture.alt || '';
		drop.type = 'button';
		drop.className = 'estate-drop';
		drop.textContent = '×';
		drop.setAttribute('aria-label', words.remove);
		item.append(image, drop);
		return item;
	}

	/** Writes the ids of the pictures into the form field. */
	function keep(box) {
		const ids = [...box.querySelectorAll('.estate-thumbs li')].map((item) => item.dataset.id);
		box.querySelector('input[type="hidden"]').value = ids.join(',');
	}

	$(document).on('click', '.estate-pictures .estate-choose', function () {
		const box = this.closest('.estate-pictures');
		const list = box.querySelector('.estate-thumbs');
		const many = box.dataset.many === '1';
		choose(many, function (pictures) {
			if (!many) {
				list.replaceChildren();
			}
			const there = new Set([...list.children].map((item) => item.dataset.id));
			pictures.filter((picture) => !there.has(String(picture.id))).forEach((picture) => list.append(thumb(picture)));
			keep(box);
		});
	});

	$(document).on('click', '.estate-pictures .estate-drop', function () {
		const box = this.closest('.estate-pictures');
		this.closest('li').remove();
		keep(box);
		box.querySelector('.estate-choose').focus();
	});

	$(document).on('keydown', '.estate-thumbs li', function (event) {
		const other = event.key === 'ArrowLeft' ? this.previousElementSibling : event.key === 'ArrowRight' ? this.nextElementSibling : null;
		if (!other) {
			return;
		}
		event.preventDefault();
		if (event.key === 'ArrowLeft') {
			other.before(this);
		} else {
			other.after(this);
		}
		this.focus();
		keep(this.closest('.estate-pictures'));
	});

	$(function () {
		$('.estate-pictures[data-many="1"] .estate-thumbs').sortable({
			items: 'li',
			tolerance: 'pointer',
			stop: (event, ui) => keep(ui.item[0].closest('.estate-pictures')),
		});
	});

	$(document).on('click', '.estate-rows .estate-add', function () {
		const box = this.closest('.estate-rows');
		const row = box.querySelector('template').content.firstElementChild.cloneNode(true);
		const next = box.dataset.next;
		row.querySelectorAll('[name]').forEach((control) => {
			control.name = control.name.replace('[NEXT]', '[' + next + ']');
			control.id = control.id.replace('next', next);
		});
		box.dataset.next = Number(next) + 1;
		box.querySelector('tbody').append(row);
		row.querySelector('input, select').focus();
	});

	$(document).on('click', '.estate-rows .estate-remove', function () {
		const box = this.closest('.estate-rows');
		this.closest('tr').remove();
		box.querySelector('.estate-add').focus();
	});

	// Only translations in other languages than the chosen one are enabled.
	$(document).on('change', '#estate-lang', function () {
		document.querySelectorAll('.estate-translation').forEach((line) => {
			line.hidden = line.dataset.language === this.value;
		});
	});

	$(function () {
		$('#estate-lang').trigger('change');
	});

	// A number is read at once as the site reads it: what is not understood is named.
	const AROUND = /€|\$|£|(?:\b|(?<=[kM]))(?:eur|euros?|usd|gbp)\b|(?:m²|m2|sqm|mts?\.?|metros)\s*$|[/\s](?:al\s+|per\s+|a\s+)?(?:mes|month|semana|week|d[ií]a|day|noche|night)\s*$/gi;
	const NUMBER = /^(?:\d+(?:[.,'’]\d+)?|[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,'’]\d{1,2})?)\s*(?:[kK]|M|[mM]il|MIL|[mM]ill\.?|[mM]illones|[mM]illón|[mM]illions?)?$/;

	$(document).on('input change', 'input[data-number]', function () {
		const text = this.value.replace(AROUND, ' ').replace(/\s*([.,'’])\s*/g, '$1').trim();
		const understood = text === '' || (this.dataset.number === 'decimal' ? /^-?\d+([.,]\d+)?$/ : NUMBER).test(text);
		const cell = this.closest('.estate-field, td');
		let warning = cell.querySelector('.estate-warning');
		if (understood) {
			warning?.remove();
			return;
		}
		if (!warning) {
			warning = document.createElement('p');
			warning.className = 'estate-warning';
			warning.setAttribute('role', 'alert');
			this.closest('.estate-line').after(warning);
		}
		warning.textContent = words.noNumber;
	});

	window.estateChoose = choose;
})(jQuery);
