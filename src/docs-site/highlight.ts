import { createRequire } from 'node:module';
import { escapeHtml } from '#adapters/http/responses/escape-html.ts';

type Highlighter = Readonly<{
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: Readonly<{ language: string }>): Readonly<{ value: string }>;
}>;

// its types would add those of browsers to the whole project
const load = createRequire(import.meta.url);
const highlighter: Highlighter = load('highlight.js/lib/core');

const LANGUAGES = new Set(['bash', 'diff', 'javascript', 'json', 'python', 'sql', 'typescript', 'xml', 'yaml']);
const ALIASES: Readonly<Record<string, string>> = { sh: 'bash', js: 'javascript', ts: 'typescript', html: 'xml' };

for (const name of LANGUAGES) highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));

/** Code as HTML, with classes for its colours. */
export const codeBlock = (code: string, language = ''): string => {
  const name = ALIASES[language] ?? language;
  const text = code.trimEnd();
  const html = LANGUAGES.has(name)
    ? withoutPlain(highlighter.highlight(text, { language: name }).value)
    : escapeHtml(text);
  // the script adds a button that copies it
  return `<div class="code"><pre tabindex="0"><code class="${name || 'text'}">${html}</code></pre></div>`;
};

/** Half of the elements of a page would be those of punctuation in JSON, which has no colour. */
const withoutPlain = (html: string): string =>
  html.replaceAll(/<span class="hljs-(?:punctuation|operator)">([^<]*)<\/span>/g, '$1');
