import { Parser } from 'htmlparser2';
import type { ImportRow } from '#core/imports/import-row.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import type { SourceProduct } from '#core/imports/source/rows-of-family.ts';
import { openSource } from '#core/imports/source/source.ts';
import { toImportRow } from './row-schema.ts';

/** Begins to read a file of another shop. @throws DomainError `validation_failed` for columns that name no products. */
export const openSourceRows = (header: readonly string[], choices: SourceChoices) => ({
  source: openSource(header, { ...choices, textOfHtml, urlOf }),
  toRows: (products: readonly SourceProduct[]): ImportRow[] => products.map(toRow),
});

const toRow = ({ line, fields, defaults, errors, warnings }: SourceProduct): ImportRow => {
  const row = toImportRow({ line, text: JSON.stringify(fields), fields, errors });
  return row.kind === 'row' && defaults !== undefined ? { ...row, defaults, warnings } : { ...row, warnings };
};

const urlOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).href : undefined);

/** The text of a name, without markup. */
const textOfHtml = (html: string): string => {
  let text = '';
  const parser = new Parser({
    ontext: (data) => {
      text += data;
    },
  });
  parser.end(html);
  return text.replaceAll(/\s+/g, ' ').trim();
};
