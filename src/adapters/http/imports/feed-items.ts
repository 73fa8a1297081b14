import { Parser } from 'htmlparser2';
import type { ImportError } from '#core/imports/import.ts';
import { MAX_LINE_BYTES } from './file-lines.ts';

/** An item of a feed: the texts of its elements by their names. */
export type FeedItem = Readonly<{ line: number; texts: ReadonlyMap<string, readonly string[]> }>;

type ReadItems = Readonly<{ found: readonly FeedItem[]; error: ImportError | undefined }>;

const MAX_DEPTH = 100;

const ITEM = /^(?:item|entry)$/;

/**
 * Finds the items of a feed as its text arrives. What is within an element of an item, such as the price of its shipping,
 * belongs to the text of that element.
 */
export class FeedItems {
  #found: FeedItem[] = [];
  #item: { line: number; texts: Map<string, string[]> } | undefined;
  #depth = 0;
  #depthOfItem = 0;
  #text = '';
  /** Of the item, or of what the parser has not recognised yet: an attribute may never end. */
  #size = 0;
  #line = 1;
  /** The text that is being read, and its place in the file. */
  #block = '';
  #offset = 0;
  /** Up to where lines are counted. */
  #counted = 0;

  readonly #parser: Parser = new Parser(
    {
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (data) => {
        this.#size = this.#item === undefined ? 0 : this.#size + data.length;
        if (this.#item !== undefined) this.#text += data;
      },
      onclosetag: (name) => this.#close(name),
    },
    { xmlMode: true },
  );

  /** The items that end in a further part of the file, and why nothing after them is read. */
  read(part: string): ReadItems {
    this.#lineAt(this.#offset + this.#block.length);
    this.#offset += this.#block.length;
    this.#block = part;
    this.#size += part.length;
    this.#parser.write(part);
    const found = this.#found;
    this.#found = [];
    return { found, error: this.#error() };
  }

  /** Why the file is not whole: it ends within an element. */
  end(): ImportError | undefined {
    const message = 'ends before its elements do';
    return this.#depth === 0 ? undefined : { line: this.#line, field: null, code: 'xml.end', message };
  }

  #error(): ImportError | undefined {
    const error = { line: this.#line, field: null };
    if (this.#depth > MAX_DEPTH)
      return { ...error, code: 'xml.depth', message: `must have elements in at most ${MAX_DEPTH} others` };
    if (this.#size <= 2 * MAX_LINE_BYTES) return undefined;
    return { ...error, code: 'file.line_too_long', message: 'must have at most 1 MiB: is an element not closed?' };
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#item === undefined) {
      this.#size = 0;
      if (!ITEM.test(name)) return;
      this.#item = { line: this.#lineAt(this.#parser.startIndex), texts: new Map() };
      this.#depthOfItem = this.#depth;
      return;
    }
    this.#size += name.length;
    if (this.#depth !== this.#depthOfItem + 1) return;
    const isLink = name === 'link' && (attributes['rel'] ?? 'alternate') === 'alternate';
    this.#text = isLink ? (attributes['href'] ?? '') : '';
  }

  #close(name: string): void {
    if (this.#item !== undefined && this.#depth === this.#depthOfItem + 1)
      add(this.#item.texts, name, this.#text.trim());
    if (this.#item !== undefined && this.#depth === this.#depthOfItem) {
      this.#found.push(this.#item);
      this.#item = undefined;
      this.#size = 0;
    }
    this.#depth -= 1;
  }

  #lineAt(index: number): number {
    for (;;) {
      const at = this.#block.indexOf('\n', this.#counted - this.#offset);
      if (at < 0 || at + this.#offset >= index) break;
      this.#line += 1;
      this.#counted = at + this.#offset + 1;
    }
    return this.#line;
  }
}

const add = (texts: Map<string, string[]>, name: string, text: string): void => {
  if (text === '') return;
  const former = texts.get(name);
  if (former === undefined) texts.set(name, [text]);
  else former.push(text);
};
