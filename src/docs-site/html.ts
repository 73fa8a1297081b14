import { escapeHtml } from '#adapters/http/responses/escape-html.ts';

/** A text with code between backticks. */
export const inline = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** A text of paragraphs. */
export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');

/** A link to a path of the service. */
export const link = (path: string, text: string): string => `<a href="${escapeHtml(path)}">${inline(text)}</a>`;

/** The fragment of a heading, as GitHub makes it. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
