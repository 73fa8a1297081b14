import { electronics } from './goods-electronics.ts';
import { fashion } from './goods-fashion.ts';
import { food } from './goods-food.ts';
import { germanFashion } from './goods-german-fashion.ts';
import { germanHome } from './goods-german-home.ts';
import { home } from './goods-home.ts';
import { leisure } from './goods-leisure.ts';
import { world } from './goods-world.ts';
import type { Kind, Product } from './types.ts';

const kinds: readonly Kind[] = [
  ...fashion,
  ...home,
  ...electronics,
  ...food,
  ...leisure,
  ...germanFashion,
  ...germanHome,
  ...world,
];

const entities: Record<string, string> = {
  '&': '&amp;',
  é: '&eacute;',
  è: '&egrave;',
  î: '&icirc;',
  û: '&ucirc;',
  ø: '&oslash;',
  ä: '&auml;',
  ö: '&ouml;',
  ü: '&uuml;',
  ß: '&szlig;',
  '“': '&ldquo;',
  '”': '&rdquo;',
};

const pick = <T>(list: readonly T[], index: number): T => {
  const value = list[index % list.length];
  if (value === undefined) {
    throw new Error('an empty list');
  }
  return value;
};

/** A number that looks scattered but is the same each time. */
const scatter = (index: number, salt: number): number => {
  let x = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
};

const attributesOf = (kind: Kind, index: number): Record<string, string> => {
  const attributes: Record<string, string> = {};
  let passed = 1;
  Object.entries(kind.values).forEach(([key, list], place) => {
    attributes[key] = pick(list, place < 2 ? Math.floor(index / passed) : scatter(index, place));
    passed *= list.length;
  });
  return attributes;
};

const fill = (template: string, attributes: Record<string, string>, index: number): string => {
  return template.replace(/\{([\p{L}\p{N}]+)([~!-]?)\}/gu, (_all, key: string, how: string) => {
    const value = key === 'no' ? String(110 + index * 5) : attributes[key];
    if (value === undefined) {
      throw new Error(`no value for {${key}} in: ${template}`);
    }
    if (how === '~') {
      return value.toLowerCase();
    }
    if (how === '!') {
      return value.toUpperCase();
    }
    return how === '-' ? value.replaceAll(' ', '') : value;
  });
};

const escaped = (text: string): string => {
  return text.replace(/[&éèîûøäöüß“”]/gu, (letter) => entities[letter] ?? letter);
};

const asHtml = (text: string, attributes: Record<string, string>, layout: number): string => {
  const rows = Object.entries(attributes).map(([key, value]): [string, string] => [escaped(key), escaped(value)]);
  const body = escaped(text);
  switch (layout % 4) {
    case 0:
      return `<p>${body}</p><ul>${rows.map(([key, value]) => `<li>${key}: ${value}</li>`).join('')}</ul>`;
    case 1:
      return `<p><span style="color: red; font-weight: bold">${body}</span><br/>&nbsp;</p>`;
    case 2: {
      const cells = rows.map(([key, value]) => `<tr><td>${key}</td><td>&nbsp;${value}</td></tr>`).join('');
      return `<table class="box desk" width="100%">${cells}</table><p>${body}</p>`;
    }
    default:
      return `<div style="background:white;border:1px solid black"><p>${body.replaceAll('. ', '.&nbsp; ')}</p></div>`;
  }
};

/** The digits with the check digit that an EAN-13 or UPC-A asks for. */
const withCheckDigit = (digits: string): string => {
  const sum = [...digits].reverse().reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
};

/** Three of four products have one: an EAN-13, every third of them a UPC-A written with its leading zero. */
const barcodeOf = (number: number): string | undefined => {
  if (number % 4 === 3) {
    return undefined;
  }
  const tail = String((scatter(number, 77) % 9000) + 1000) + String(number).padStart(4, '0');
  return withCheckDigit(number % 4 === 1 ? `0036${tail}` : `4057${tail}`);
};

const catalogue = (): Product[] => {
  const products: Product[] = [];
  for (const kind of kinds) {
    for (let index = 0; index < kind.count; index++) {
      const number = products.length;
      const attributes = attributesOf(kind, index);
      const text = fill(pick(kind.texts, scatter(index, 31)), attributes, index);
      const barcode = barcodeOf(number);
      products.push({
        kind: kind.kind,
        name: fill(pick(kind.names, scatter(index, 53)), attributes, index),
        description: number % 5 === 2 ? asHtml(text, attributes, Math.floor(number / 5)) : text,
        category: kind.category,
        attributes,
        sku: `${kind.sku}${String(1001 + index * 7)}`,
        ...(barcode === undefined ? {} : { barcode }),
      });
    }
  }
  return products;
};

export const goods: readonly Product[] = catalogue();
