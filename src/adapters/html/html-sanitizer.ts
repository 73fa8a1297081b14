import type { HtmlSanitizer } from '#core/catalog/safe-html.ts';

/** The library is loaded with the first text. */
export const htmlSanitizer: HtmlSanitizer = {
  sanitize: async (html) => (await import('./sanitize.ts')).sanitize(html),
};
