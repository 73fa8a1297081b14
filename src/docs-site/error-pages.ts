import { STATUS_CODES } from 'node:http';
import { PROBLEMS, type ProblemCode, pageOf, titleOf } from '#adapters/http/responses/problem-codes.ts';
import { codeBlock } from './highlight.ts';
import { inline } from './html.ts';
import type { Page } from './page.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './reference/document.ts';
import { operationList } from './reference/resource-pages.ts';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];

const INTRODUCTION =
  'Every error is a problem document (RFC 9457) with a stable `code`. `detail` says what is wrong in this request, and ' +
  '`errors` lists every invalid field, parameter or header. `request_id` finds the request in the log.';

/** A page for each error code, and one that lists them. */
export const errorPages = (document: OpenApiDocument): Page[] => {
  const operations = operationsOf(document);
  return [indexPage(), ...CODES.map((code) => errorPage(code, operations, document.components.examples[code]?.value))];
};

const indexPage = (): Page => ({
  path: '/docs/errors',
  title: 'Errors',
  summary: 'Every error code, its status and its meaning.',
  group: 'API reference',
  html: `<h1>Errors</h1>
<p>${inline(INTRODUCTION)}</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${CODES.map(row).join('\n')}
</tbody>
</table>`,
  markdown: [
    '# Errors',
    INTRODUCTION,
    ['| Status | Code | Meaning |', '| --- | --- | --- |', ...CODES.map(markdownRow)].join('\n'),
  ].join('\n\n'),
  parts: [],
  isListed: true,
});

const row = (code: ProblemCode): string => {
  const { status, meaning } = PROBLEMS[code];
  return `<tr><td>${status}</td><td><a href="${pageOf(code)}"><code>${code}</code></a></td><td>${inline(meaning)}</td></tr>`;
};

const markdownRow = (code: ProblemCode): string =>
  `| ${PROBLEMS[code].status} | [\`${code}\`](${pageOf(code)}.md) | ${PROBLEMS[code].meaning} |`;

const errorPage = (code: ProblemCode, operations: readonly Operation[], example: object | undefined): Page => {
  const { status, meaning, remedy } = PROBLEMS[code];
  const title = titleOf(code);
  return {
    path: pageOf(code),
    title,
    summary: meaning,
    group: 'API reference',
    html: `<h1>${title}</h1>
<p><code>${code}</code>, status ${status} ${STATUS_CODES[status] ?? ''}</p>
<h2 id="meaning">What it means</h2>
<p>${inline(meaning)}</p>
<h2 id="remedy">What to do</h2>
<p>${inline(remedy)}</p>
${example === undefined ? '' : codeBlock(JSON.stringify(example, undefined, 2), 'json')}
<h2 id="operations">Who responds with it</h2>
${respondersOf(code, operations)}
<p><a href="/docs/errors">All errors</a></p>`,
    markdown: `# ${title}\n\n\`${code}\`, status ${status}\n\n## What it means\n\n${meaning}\n\n## What to do\n\n${remedy}`,
    parts: [],
    label: `Error ${code}`,
    isListed: false,
  };
};

/** The operations with a code, or how many they are if more than a quarter have it. */
const respondersOf = (code: string, operations: readonly Operation[]): string => {
  const own = operations.filter(({ problems }) => problems.some((problem) => problem.code === code));
  if (own.length === 0) return '<p>The service, before an operation is found.</p>';
  return own.length > operations.length / 4
    ? `<p>${own.length} of ${operations.length} operations.</p>`
    : operationList(own);
};
