import { type CellReader, shown } from './cell-values.ts';

const MAX_LENGTH = 2_048;

/** An address may contain commas: another one begins where a scheme, or `//`, does. */
const BEFORE_ADDRESS = /(?<=[\s,;|])(?=https?:\/\/|\/\/)/gi;

const SEPARATORS = /[,;|]/;

const ADDRESS = /^https?:\/\//i;

/** The addresses in a cell, which may contain several. */
export const addressesIn = (cell: string): string[] =>
  cell
    .split('\n')
    .flatMap((line) => line.trim().split(BEFORE_ADDRESS))
    .flatMap((part) => (ADDRESS.test(part) || part.startsWith('//') ? [withoutTail(part)] : part.split(SEPARATORS)))
    .map((address) => address.trim())
    .filter((address) => address !== '');

const withoutTail = (address: string): string => {
  let end = address.length;
  while (end > 0 && SEPARATING.has(address[end - 1] ?? '')) end -= 1;
  return address.slice(0, end);
};

const SEPARATING = new Set([',', ';', '|', ' ', '\t']);

/** An address as a URL, with its blanks encoded; undefined if it is none. */
type UrlOf = (address: string) => string | undefined;

/** How the addresses of images are read. */
export type ImageRules = Readonly<{
  urlOf: UrlOf;
  /** What relative addresses follow. */
  imageBase: string | undefined;
}>;

/** The addresses of a row's images that can be fetched. */
export const imagesOf = (reader: CellReader, field: 'images' | 'variant_images', rules: ImageRules): string[] => {
  const cell = reader.cells[field];
  if (cell === undefined) return [];
  const found = addressesIn(cell);
  if (found.length > cell.split('\n').length)
    reader.warn(field, 'images.split', `has several addresses in one cell: ${shown(cell)}`);
  const images = found.flatMap((address) => imageOf(reader, address, rules) ?? []);
  return [...new Set(images)];
};

const MAX_ALT = 500;

/** The texts of a row's images: of a single one, or as many as there are images. */
export const altsOf = (reader: CellReader, images: readonly string[]): Readonly<Record<string, string>> => {
  const cell = reader.cells['image_alt'];
  if (cell === undefined || images.length === 0) return {};
  const texts = images.length === 1 ? [cell] : cell.split(SEPARATORS);
  if (texts.length !== images.length) {
    reader.warn('image_alt', 'image_alt.unclear', `${shown(cell)} was left out: there are ${images.length} images`);
    return {};
  }
  const alts = images.map((image, index) => [image, [...(texts[index] ?? '').trim()].slice(0, MAX_ALT).join('')]);
  return Object.fromEntries(alts.filter(([, alt]) => alt !== ''));
};

const imageOf = (reader: CellReader, address: string, { urlOf, imageBase }: ImageRules): string | undefined => {
  const whole = wholeAddress(address, imageBase);
  if (whole === undefined) {
    reader.warn(
      'images',
      'images.relative',
      `${shown(address)} was left out: it is no whole address, and it is not said what it follows`,
    );
    return undefined;
  }
  const url = urlOf(whole);
  if (url === undefined || url.length > MAX_LENGTH) {
    reader.warn('images', 'images.invalid', `${shown(address)} was left out: it is no address`);
    return undefined;
  }
  return url;
};

const wholeAddress = (address: string, base: string | undefined): string | undefined => {
  if (address.startsWith('//')) return `https:${address}`;
  if (ADDRESS.test(address)) return address;
  return base && `${base.replace(/\/$/, '')}/${address.replace(/^\//, '')}`;
};
