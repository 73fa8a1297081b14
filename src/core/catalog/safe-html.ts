declare const safe: unique symbol;

/** Well-formed HTML without scripts, styles and addresses of programs. Only an `HtmlSanitizer` makes it. */
export type SafeHtml = string & Readonly<{ [safe]: true }>;

/** What a sanitizer made of a text. */
export type SanitizedHtml = Readonly<{
  /** Sanitizing it again changes nothing. */
  html: SafeHtml;
  /** Its words without markup: each block is a line. */
  text: string;
  /** The tags that were left out with what they show, such as `iframe`; in their order, each once. */
  removed: readonly string[];
}>;

export interface HtmlSanitizer {
  /** `too_complex`: it would take too long; `too_long`: the result has more than `MAX_DESCRIPTION_HTML` characters. */
  sanitize(html: string): Promise<SanitizedHtml | 'too_complex' | 'too_long'>;
}

/** What a writer sends: its HTML is not sanitized yet. */
export type Unsafe<Fields extends { description_html?: unknown }> = Omit<Fields, 'description_html'> &
  Readonly<{ description_html?: string | null }>;

/** In characters. */
export const MAX_DESCRIPTION = 50_000;
export const MAX_DESCRIPTION_HTML = 100_000;

// Why: docs/decisions/0069-descriptions-in-html.md

/** What descriptions in HTML may have. */
export const ALLOWED_HTML = {
  tags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div', 'figure', 'figcaption'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'code', 'abbr', 'q', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'details', 'summary'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  /** By tag; `*` for all of them. */
  attributes: {
    '*': ['dir', 'lang', 'title'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'type', 'reversed'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  /** Of addresses. */
  schemes: ['https', 'http', 'mailto', 'tel'],
  /** Tags that are left out with what is within them, which is no text. */
  withoutText: [
    ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'iframe', 'noembed', 'noframes', 'plaintext'],
    ...['template', 'title', 'svg', 'math', 'object', 'canvas', 'video', 'audio'],
  ],
};
