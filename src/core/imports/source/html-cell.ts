const MARKUP = /<[a-z/!][^<>]*>|&(?:[a-z]+|#\d+|#x[\da-f]+);/i;

/** Whether a cell is HTML. */
export const isHtml = (cell: string): boolean => MARKUP.test(cell);

const TAG = /<[a-z/][^<>]*>/i;
const ENCODED_TAG = /&lt;(?:\/(?:p|div|span|ul|li|strong|b|h[1-6])|br ?\/?)&gt;/i;

const PARAGRAPH = /<(?:p|br)\b/i;
const BLOCK = /^\s*<\/?(?:div|ul|ol|li|dl|table|thead|tbody|tr|td|th|h[1-6]|hr|blockquote|pre|figure|section)\b/i;

/** The HTML of a cell as its shop shows it: some encode it twice, and some show its empty lines as paragraphs. */
export const htmlOfCell = (cell: string): string => {
  const html = !TAG.test(cell) && ENCODED_TAG.test(cell) ? decodedOnce(cell) : cell.trim();
  return PARAGRAPH.test(html) || !html.includes('\n') ? html : withParagraphs(html);
};

const decodedOnce = (cell: string): string =>
  cell.trim().replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const withParagraphs = (html: string): string =>
  html
    .split(/\r?\n[ \t]*\r?\n\s*/)
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.trim().replaceAll(/\r?\n/g, '<br>')}</p>`))
    .join('\n');
