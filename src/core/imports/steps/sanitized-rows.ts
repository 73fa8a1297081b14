import type { HtmlSanitizer } from '#core/catalog/safe-html.ts';
import { sanitizeDescription } from '#core/catalog/steps/sanitize-description.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { type ImportRow, importErrorOf, type RowFields, type SanitizedRow } from '../import-row.ts';

/** Sanitizes the HTML of rows, with a warning of what a reader will miss. */
export async function* sanitizedRows(
  chunks: AsyncIterable<readonly ImportRow[]>,
  sanitizer: HtmlSanitizer,
): AsyncGenerator<readonly SanitizedRow[], void> {
  for await (const chunk of chunks) {
    const rows: SanitizedRow[] = [];
    for (const row of chunk) rows.push(row.kind === 'row' ? await sanitizedRow(row, sanitizer) : row);
    yield rows;
  }
}

type ValidRow = Extract<ImportRow, { kind: 'row' }>;

const sanitizedRow = async (row: ValidRow, sanitizer: HtmlSanitizer): Promise<SanitizedRow> => {
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
