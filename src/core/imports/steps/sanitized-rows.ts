import type { HtmlSanitizer, Unsafe } from '#core/catalog/safe-html.ts';
import { sanitizeDescription } from '#core/catalog/steps/sanitize-description.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { type ImportRow, importErrorOf, type RowFields, type ValidRow } from '../import-row.ts';

/** Sanitizes the HTML of rows, with a warning of what a reader will miss. */
export async function* sanitizedRows(
  chunks: AsyncIterable<readonly ImportRow<Unsafe<RowFields>>[]>,
  sanitizer: HtmlSanitizer,
): AsyncGenerator<readonly ImportRow<RowFields>[], void> {
  for await (const chunk of chunks) {
    const rows: ImportRow<RowFields>[] = [];
    for (const row of chunk) rows.push(row.kind === 'row' ? await sanitizedRow(row, sanitizer) : row);
    yield rows;
  }
}

const sanitizedRow = async (
  row: ValidRow<Unsafe<RowFields>>,
  sanitizer: HtmlSanitizer,
): Promise<ImportRow<RowFields>> => {
  try {
    const { fields, removed } = await sanitizeDescription<RowFields>(sanitizer, row.fields);
    if (removed.length === 0) return { ...row, fields };
    const message = `had ${removed.join(', ')}, left out`;
    const warning = { line: row.line, field: 'description_html', code: 'lost.html', message };
    return { ...row, fields, warnings: [...(row.warnings ?? []), warning] };
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === 'invalid')) throw error;
    return { kind: 'invalid', text: row.text, error: importErrorOf(row.line, error), warnings: row.warnings ?? [] };
  }
};
