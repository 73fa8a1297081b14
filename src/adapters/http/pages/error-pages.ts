import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '../responses/escape-html.ts';
import { PROBLEMS, type ProblemCode, type ProblemDescription, pageOf, titleOf } from '../responses/problem-codes.ts';
import { page, type StaticFiles } from './page.ts';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** A page for each error code, and one that lists them. */
export const errorPages = (): StaticFiles => ({
  '/docs/errors': () => page('Errors', index()),
  ...Object.fromEntries(CODES.map((code) => [pageOf(code), () => page(titleOf(code), about(code, PROBLEMS[code]))])),
});

const about = (code: ProblemCode, { status, meaning, remedy }: ProblemDescription): string => `<h1>${titleOf(code)}</h1>
<p><code>${code}</code>, status ${status} ${STATUS_CODES[status] ?? ''}</p>
<h2>What it means</h2>
<p>${inline(meaning)}</p>
<h2>What to do</h2>
<p>${inline(remedy)}</p>`;

const index = (): string => `<h1>Errors</h1>
<p>Every error is a problem document (RFC 9457) with a stable <code>code</code>. <code>detail</code> says what is wrong in
this request, and <code>errors</code> lists every invalid field, parameter or header. <code>request_id</code> finds the
request in the log.</p>
<table>
<tr><th>Status</th><th>Code</th><th>Meaning</th></tr>
${CODES.map(row).join('\n')}
</table>`;

const row = (code: ProblemCode): string => {
  const { status, meaning } = PROBLEMS[code];
  return `<tr><td>${status}</td><td><a href="${pageOf(code)}"><code>${code}</code></a></td><td>${inline(meaning)}</td></tr>`;
};

/** Text with code between backticks. */
const inline = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
