import type { ImportFile } from '#core/imports/import-file.ts';
import type { ImportRow } from '#core/imports/import-row.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import { headerKey } from '#core/imports/source/presets/preset.ts';
import { PRESETS } from '#core/imports/source/presets/presets.ts';
import { PRODUCT_FIELDS } from '#core/imports/source/product-field-set.ts';
import type { FeedItem } from './feed-items.ts';
import { openSourceRows } from './source-rows.ts';

/** Begins to read a feed, whose items may each have other elements. */
export const openFeed = (choices: SourceChoices) => {
  const preset = choices.preset ?? 'google';
  const header = [...new Set([...Object.keys(PRESETS[preset].columns), ...Object.keys(choices.mapping ?? {})])];
  const indexes = new Map(header.map((column, index) => [column, index]));
  const { source, toRows } = openSourceRows(header, { ...choices, preset });
  const seen = new Set<string>();
  return {
    add: ({ line, texts }: FeedItem): ImportRow[] => {
      const cells: string[] = [];
      for (const [name, values] of texts) {
        const column = indexes.has(name) ? name : headerKey(name);
        seen.add(column);
        const index = indexes.get(column);
        // an element of the feed's own names comes before one of RSS or Atom
        if (index === undefined || (cells[index] !== undefined && !name.startsWith('g:'))) continue;
        const isSingle = !PRODUCT_FIELDS.lists.has(source.columns[index]?.field ?? '');
        cells[index] = isSingle ? (values[0] ?? '') : [values.join('\n'), cells[index]].filter(Boolean).join('\n');
      }
      return toRows(source.add({ line, cells }));
    },
    *end(): Generator<readonly ImportRow[], void> {
      for (const products of source.end()) yield toRows(products);
    },
    file: (): Pick<ImportFile, 'preset' | 'columns'> => {
      const known = new Map(source.columns.map(({ column, field }) => [column, field]));
      return { preset, columns: [...seen].map((column) => ({ column, field: known.get(column) ?? null })) };
    },
  };
};
