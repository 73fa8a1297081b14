import { ALLOWED_HTML } from '../api/allowed-html.ts';
import { ownImage } from '../parts/own-image.ts';

const TAGS: ReadonlySet<string> = new Set(ALLOWED_HTML.tags);
const WITHOUT_TEXT: ReadonlySet<string> = new Set(ALLOWED_HTML.withoutText);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = ALLOWED_HTML.attributes;
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** Where the address of an image is that the policy of the page does not load. */
const ELSEWHERE = 'data-src';

const isAllowed = (tag: string, name: string): boolean =>
  (ATTRIBUTES['*']?.includes(name) || ATTRIBUTES[tag]?.includes(name)) === true;

/** One without a scheme is within the shop. */
const isAddress = (text: string): boolean => {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  return scheme === undefined || ALLOWED_HTML.schemes.includes(scheme.toLowerCase());
};

const write = (element: Element, name: string, value: string): void => {
  if (!isAllowed(element.localName, name)) return;
  if (name === 'href' && !isAddress(value)) return;
  const isElsewhere = name === 'src' && element.ownerDocument === document && ownImage(value) === undefined;
  element.setAttribute(isElsewhere ? ELSEWHERE : name, value);
};

const TOKEN = /<!--[\s\S]*?-->|<\/?([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi;
const ATTRIBUTE = /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
const ENTITY = /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos|nbsp));/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u{a0}' };

const decoded = (text: string): string =>
  text.replaceAll(ENTITY, (entity, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : entity;
  });

/** These end where the next one begins. */
const UNCLOSED: ReadonlySet<string> = new Set(['p', 'li']);

/** The element that another program's tag with its styles means; undefined for one without a meaning. */
const meantBy = (tag: string, style: string): string | undefined => {
  if (tag === 'b' || tag === 'strong') return /font-weight:\s*(?:normal|400)/.test(style) ? undefined : tag;
  if (tag !== 'span') return TAGS.has(tag) ? tag : undefined;
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) return 'strong';
  return /font-style:\s*italic/.test(style) ? 'em' : undefined;
};

type Attributes = ReadonlyMap<string, string>;

const attributesOf = (text: string): Attributes =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', quoted, single, bare]) => [
      name.toLowerCase(),
      decoded(quoted ?? single ?? bare ?? ''),
    ]),
  );

const elementOf = (tag: string, attributes: Attributes): HTMLElement | undefined => {
  const meant = meantBy(tag, attributes.get('style') ?? '');
  if (meant === undefined) return undefined;
  const element = document.createElement(meant);
  for (const [name, value] of attributes) write(element, name, value);
  return element;
};

/** HTML as nodes, without what descriptions may not have. The policy of the page lets no script write HTML. */
export const parsedHtml = (html: string): DocumentFragment => {
  const root = document.createDocumentFragment();
  const open: Readonly<{ tag: string; element: HTMLElement }>[] = [];
  const current = (): HTMLElement | DocumentFragment => open.at(-1)?.element ?? root;
  let skipped: string | undefined;
  for (const [token, name, attributes = ''] of html.matchAll(TOKEN)) {
    const tag = name?.toLowerCase();
    const isEnd = token.startsWith('</');
    if (skipped !== undefined) {
      if (isEnd && tag === skipped) skipped = undefined;
    } else if (tag === undefined) {
      if (!token.startsWith('<!--')) current().append(decoded(token));
    } else if (isEnd) {
      const index = open.findLastIndex((each) => each.tag === tag);
      if (index >= 0) open.length = index;
    } else if (WITHOUT_TEXT.has(tag)) skipped = tag;
    else {
      const element = elementOf(tag, attributesOf(attributes));
      if (element === undefined) continue;
      if (UNCLOSED.has(tag) && open.at(-1)?.tag === tag) open.pop();
      current().append(element);
      if (!VOID.has(tag)) open.push({ tag, element });
    }
  }
  return root;
};

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, div, figure, hr';

/** What shows something without a text. */
const SHOWN = 'img, hr, table';

/** Nothing is loaded in it. */
const INERT = document.implementation.createHTMLDocument();

/** The HTML of an editor, without what browsers add of their own; empty if it shows nothing. */
export const htmlOf = (editor: HTMLElement): string => {
  const copy = INERT.importNode(editor, true);
  // the inner ones first, since they move out of those that are removed
  for (const element of [...copy.querySelectorAll('*')].reverse()) {
    if (meantBy(element.localName, element.getAttribute('style') ?? '') === undefined)
      element.replaceWith(...element.childNodes);
    const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const);
    for (const [name] of attributes) element.removeAttribute(name);
    for (const [name, value] of attributes) write(element, name === ELSEWHERE ? 'src' : name, value);
  }
  // browsers make lists within paragraphs
  for (const block of copy.querySelectorAll(`p:has(${BLOCKS})`)) block.replaceWith(...block.childNodes);
  return copy.textContent?.trim() === '' && copy.querySelector(SHOWN) === null ? '' : copy.innerHTML;
};

/** Puts HTML of another program where the caret is, its blocks beside those of the editor, and the caret behind it. */
export const insertHtml = (editor: HTMLElement, html: string): void => {
  const range = getSelection()?.getRangeAt(0);
  if (range === undefined || !editor.contains(range.startContainer)) return;
  range.deleteContents();
  const added = parsedHtml(html);
  const block = [...editor.children].find((each) => each.contains(range.startContainer));
  if (added.querySelector(BLOCKS) !== null && block?.matches('p, h1, h2, h3, h4, h5, h6')) {
    for (const node of [...added.childNodes])
      if (node.textContent?.trim() === '' && !(node instanceof Element)) node.remove();
    range.setEndAfter(block);
    const rest = range.extractContents();
    range.setStartAfter(block);
    if (rest.textContent !== '') range.insertNode(rest);
    if (block.textContent === '') block.remove();
  }
  const last = added.lastChild;
  range.insertNode(added);
  if (last === null) return;
  if (last instanceof HTMLElement && last.matches(BLOCKS)) getSelection()?.selectAllChildren(last);
  else getSelection()?.setPosition(last.parentNode, [...(last.parentNode?.childNodes ?? [])].indexOf(last) + 1);
  getSelection()?.collapseToEnd();
};
