import { setImmediate } from 'node:timers/promises';
import sanitizeHtml from 'sanitize-html';
import { ALLOWED_HTML, MAX_DESCRIPTION_HTML, type SafeHtml, type SanitizedHtml } from '#core/catalog/safe-html.ts';
import { Image } from '#core/images/image.ts';
import { textOfHtml } from './text-of-html.ts';

// Why: docs/decisions/0069-descriptions-in-html.md

/** Tags whose content a reader would miss. Others, such as `font`, only lose their looks. */
const MISSED = new Set([
  ...['script', 'style', 'link', 'iframe', 'frame', 'object', 'embed', 'applet', 'svg', 'math', 'canvas', 'video'],
  ...['audio', 'form', 'input', 'textarea', 'select', 'option', 'button', 'template', 'noscript', 'xmp', 'plaintext'],
]);

/** What bounds the time that a text takes: its tags, how many of them are within each other, and its pieces of text. */
const MAX_TAGS = 5_000;
const MAX_LEVELS = 100;
const MAX_TEXTS = 10_000;

class TooComplex extends Error {}

/** Takes at most some 50 milliseconds at a time. */
export const sanitize = async (html: string): Promise<SanitizedHtml | 'too_complex' | 'too_long'> => {
  const removed = new Set<string>();
  try {
    let { clean, isWhole } = cleaned(html, removed);
    await setImmediate();
    // a tag that is left out may have kept another one open
    if (!isWhole) clean = cleaned(clean, removed).clean;
    const described = withRelations(clean.trim());
    if (described.length > MAX_DESCRIPTION_HTML) return 'too_long';
    await setImmediate();
    return { html: described as SafeHtml, text: textOfHtml(described), removed: [...removed] };
  } catch (error) {
    if (error instanceof TooComplex) return 'too_complex';
    throw error;
  }
};

const RULES: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_HTML.tags,
  allowedAttributes: ALLOWED_HTML.attributes,
  allowedSchemes: ALLOWED_HTML.schemes,
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  disallowedTagsMode: 'discard',
  nonTextTags: ALLOWED_HTML.withoutText,
  parseStyleAttributes: false,
  transformTags: {
    a: (tagName, { href, ...attribs }) => ({ tagName, attribs: href === undefined ? attribs : { href, ...attribs } }),
    img: (tagName, { src = '', ...attribs }) => {
      const url = imageUrlOf(src.trim());
      return { tagName, attribs: url === undefined ? attribs : { src: url, ...attribs } };
    },
  },
};

/** `isWhole`: no tag was left out. */
const cleaned = (html: string, removed: Set<string>): Readonly<{ clean: string; isWhole: boolean }> => {
  let [tags, levels, texts, isWhole] = [0, 0, 0, true];
  const clean = sanitizeHtml(html, {
    ...RULES,
    onOpenTag: (name) => {
      tags += 1;
      levels += 1;
      if (tags > MAX_TAGS || levels > MAX_LEVELS) throw new TooComplex();
      if (!ALLOWED_HTML.tags.includes(name)) isWhole = false;
      if (MISSED.has(name)) removed.add(name);
    },
    onCloseTag: () => {
      levels -= 1;
    },
    textFilter: (text) => {
      texts += 1;
      if (texts > MAX_TEXTS) throw new TooComplex();
      return text;
    },
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag !== 'img' || attribs['src'] !== undefined) return false;
      removed.add('img');
      return true;
    },
  });
  return { clean, isWhole };
};

/** Here every `<` begins a tag, every `"` ends a value, and the address is the first attribute. */
const withRelations = (clean: string): string => clean.replaceAll(/<a href="[^"]*"/g, '$& rel="noopener"');

/** Images are loaded over https, as browsers do for pages of https; only uploaded ones may be elsewhere. */
const imageUrlOf = (src: string): string | undefined => {
  if (Image.fileNameOf(src) !== undefined) return src;
  const url = src.replace(/^(?:http:)?\/\//i, 'https://');
  return /^https:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
};
