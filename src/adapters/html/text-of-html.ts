import { Parser } from 'htmlparser2';

const BLOCKS = new Set([
  ...['p', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div', 'figure', 'figcaption'],
  ...['ul', 'ol', 'dl', 'table', 'details'],
]);

/** Each begins a line, without an empty one between them. */
const LINES = new Set(['br', 'li', 'dt', 'dd', 'caption', 'tr', 'summary']);

const CELLS = new Set(['td', 'th']);

/** The words of sanitized HTML as a browser would show them, with a line for each block. */
export const textOfHtml = (html: string): string => {
  const parts: string[] = [];
  const parser = new Parser({
    onopentag: (name) => {
      if (BLOCKS.has(name) || LINES.has(name)) parts.push(name === 'li' ? '\n• ' : '\n');
    },
    ontext: (data) => parts.push(data.replaceAll(/\s+/g, ' ')),
    onclosetag: (name) => {
      if (CELLS.has(name)) parts.push(' ');
      else if (BLOCKS.has(name)) parts.push('\n');
    },
  });
  parser.end(html);
  const lines = parts
    .join('')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());
  // a line between paragraphs, and not more
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
};
