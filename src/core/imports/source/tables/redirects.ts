import { byHeader, type Preset } from '../presets/preset.ts';
import { isYes } from '../source-row.ts';
import type { SourceTable } from './table.ts';

const FIELDS: ReadonlySet<string> = new Set(['path', 'target', 'regex', 'match', 'code']);

const shopify: Preset = {
  recognisedBy: [['redirect from', 'redirect to']],
  columns: byHeader({ path: ['Redirect from'], target: ['Redirect to'] }),
};

/** The plugins Redirection and Yoast SEO, by which shops with WooCommerce redirect. */
const woocommerce: Preset = {
  recognisedBy: [
    ['source', 'target', 'regex'],
    ['origin', 'target', 'type', 'format'],
  ],
  columns: byHeader({
    path: ['source', 'Origin'],
    target: ['target'],
    regex: ['regex'],
    match: ['match', 'Format'],
    code: ['code', 'Type'],
  }),
};

const generic: Preset = {
  recognisedBy: [],
  columns: byHeader({
    path: ['Path', 'From', 'Old', 'Old URL', 'Source', 'Source URL', 'Original URL', 'Von', 'Alte URL'],
    target: ['Target', 'To', 'New', 'New URL', 'Destination', 'Target URL', 'Redirect URL', 'Nach', 'Neue URL', 'Ziel'],
  }),
};

export const REDIRECTS: SourceTable = {
  presets: { shopify, woocommerce, generic },
  fieldSet: {
    noun: 'a redirect',
    has: (field) => FIELDS.has(field),
    isOwn: (column) => FIELDS.has(column),
    lists: new Set(),
    naming: new Set(['path']),
    namedBy: 'the former path of a redirect',
  },
  read: (reader, preset) => {
    const { path, target, regex, match, code } = reader.cells;
    const isPattern = (regex !== undefined && isYes(regex) !== false) || /regex/i.test(match ?? '');
    if (isPattern || PATTERN.test(path ?? ''))
      reader.reject('path', 'any.invalid', 'is a pattern: only whole paths are redirected');
    if (path === undefined) reader.reject('path', 'any.required', 'is required');
    if (target === undefined) reader.reject('target', 'any.required', noTarget(code));
    return { fields: { path: addressOf(path ?? '', preset), target: addressOf(target ?? '', preset) } };
  },
};

/** A star for any end of a path, or a regular expression for any text. */
const PATTERN = /\/\*$|\(\.[*+]|^\^/;

/** Yoast SEO writes paths without the slash at their beginning. */
const addressOf = (cell: string, preset: string): string => {
  const address = cell.trim();
  return preset !== 'woocommerce' || address.startsWith('/') || /^https?:/i.test(address) ? address : `/${address}`;
};

const noTarget = (code: string | undefined): string =>
  code !== undefined && /^4\d\d$/.test(code.trim())
    ? `is required: pages that answer ${code.trim()} are none here anyway`
    : 'is required';
