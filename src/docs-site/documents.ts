import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '#adapters/http/responses/escape-html.ts';
import { DOCUMENTS } from './document-list.ts';
import { codeBlock } from './highlight.ts';
import { slugOf } from './html.ts';
import type { Group, Page, Part } from './page.ts';
import { languageChoice, sampleIn } from './reference/language-choice.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** A folder's README is named after the folder. */
const pathOf = (file: string): string =>
  `/docs/guides/${path.basename(file.replace(/\/README\.md$/, ''), '.md').toLowerCase()}`;

const PATHS = new Map(DOCUMENTS.flatMap(([, files]) => files.map((file) => [file, pathOf(file)])));

/** A page for each document. */
export const documentPages = async (): Promise<Page[]> => {
  const pages: Page[] = [];
  for (const [group, files] of DOCUMENTS) for (const file of files) pages.push(await documentPage(group, file));
  return pages;
};

const documentPage = async (group: Group, file: string): Promise<Page> => {
  const markdown = await readFile(path.join(ROOT, file), 'utf8');
  const marked = new Marked({ renderer: rendererOf(file) });
  const tokens = marked.lexer(markdown);
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.text ?? file;
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')?.text ?? '';
  return {
    path: pathOf(file),
    title,
    summary: plain(/^.*?[.:](?=\s|$)/s.exec(first)?.[0] ?? first).replace(/:$/, '.'),
    group,
    html: marked.parser(withLanguages(tokens)),
    markdown: markdown.replaceAll(/\]\(([^)\s]+)\)/g, (_, target) => `](${targetOf(file, target, '.md') ?? target})`),
    parts: partsOf(tokens),
    isListed: true,
  };
};

/** The address of a link’s target; undefined for a file that is no page. */
const targetOf = (file: string, target: string, extension = ''): string | undefined => {
  if (/^(?:https?:|#|mailto:)/.test(target)) return target;
  const [name = '', fragment] = target.split('#');
  const page = PATHS.get(path.join(path.dirname(file), name));
  if (page === undefined) return undefined;
  return `${page}${extension}${fragment === undefined ? '' : `#${fragment}`}`;
};

type Parsing = Readonly<{ parser: { parseInline(tokens: Tokens.Generic[]): string } }>;

const rendererOf = (file: string) => ({
  heading(this: Parsing, { tokens, depth, text }: Tokens.Heading) {
    const [content, id] = [this.parser.parseInline(tokens), slugOf(plain(text))];
    return depth === 1
      ? `<h1>${content}</h1>\n`
      : `<h${depth} id="${id}">${content} <a class="anchor" href="#${id}" aria-label="Link to this part">#</a></h${depth}>\n`;
  },
  code: ({ text, lang = '' }: Tokens.Code) => `${codeBlock(text, lang)}\n`,
  link(this: Parsing, { href, tokens }: Tokens.Link) {
    const [content, target] = [this.parser.parseInline(tokens), targetOf(file, href)];
    return target === undefined ? content : `<a href="${escapeHtml(target)}">${content}</a>`;
  },
  // a header without a text heads nothing
  tablecell(this: Parsing, { tokens, header }: Tokens.TableCell) {
    const content = this.parser.parseInline(tokens);
    const tag = header && content !== '' ? 'th' : 'td';
    return `<${tag}>${content}</${tag}>\n`;
  },
  // the repository’s picture is not on the pages
  image: () => '',
});

/** Commands that the same in TypeScript follows are shown in one language at a time, chosen below the title. */
const withLanguages = (tokens: readonly Token[]): Token[] => {
  const blocks = tokens.filter(({ type }) => type !== 'space');
  const shown = blocks.map((block, index) => {
    if (isCode(block, 'sh') && isCode(blocks[index + 1], 'ts')) return html(sampleIn('bash', block.text));
    if (isCode(block, 'ts') && isCode(blocks[index - 1], 'sh')) return html(sampleIn('typescript', block.text));
    return block;
  });
  const hasChoice = shown.some((block, index) => block !== blocks[index]);
  return hasChoice ? shown.toSpliced(1, 0, html(languageChoice(['bash', 'typescript']))) : shown;
};

const isCode = (token: Token | undefined, language: string): token is Tokens.Code =>
  token?.type === 'code' && token['lang'] === language;

const html = (text: string): Tokens.HTML => ({ type: 'html', raw: text, text: `${text}\n`, block: true, pre: false });

/** Markdown without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const partsOf = (tokens: readonly Tokens.Generic[]): Part[] => {
  const parts: Part[] = [];
  let texts: string[] = [];
  for (const token of tokens) {
    if (token.type === 'heading' && (token['depth'] === 2 || token['depth'] === 3)) {
      texts = [];
      const title = plain(String(token['text']));
      parts.push({ id: slugOf(title), title, level: token['depth'], text: '' });
    } else if (token.type !== 'code' && token.type !== 'space') {
      texts.push(plain(token.raw.replaceAll(/^[|\s:-]+$/gm, '')));
    }
    const last = parts.pop();
    if (last !== undefined) parts.push({ ...last, text: texts.join(' ') });
  }
  return parts;
};
