import type { Mail } from '#core/shared/mail.ts';
import type { MailLanguage } from './mail-language.ts';

/** The address of a shop's page with parameters, whose values need no escaping, such as ids and tokens. */
export const pageLink = (page: string, parameters: Readonly<Record<string, string>>): string => {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `${page}${page.includes('?') ? '&' : '?'}${query.join('&')}`;
};

/** A part of a mail. Its values are plain text. */
export type MailBlock =
  | Readonly<{ kind: 'paragraph'; text: string }>
  /** What the shop has written, with its lines. */
  | Readonly<{ kind: 'text'; text: string }>
  | Readonly<{ kind: 'table'; rows: readonly TableRow[] }>
  | Readonly<{ kind: 'link'; text: string; url: string }>;

export type TableRow = Readonly<{ label: string; value: string; isTotal?: boolean }>;

/** What a mail says, from which its plain text and its HTML are made. */
export type MailDocument = Readonly<{
  to: string;
  language: MailLanguage;
  subject: string;
  /** Of the shop. */
  sender: Readonly<{ name: string; logoUrl: string | null }>;
  blocks: readonly MailBlock[];
}>;

export const MailDocument = {
  /** The mail as plain text and as HTML, with every value escaped. */
  toMail: (document: MailDocument): Mail => ({
    to: document.to,
    subject: oneLine(document.subject),
    text: `${[oneLine(document.sender.name), ...document.blocks.map(textOf)].join('\n\n')}\n`,
    html: htmlOf(document),
  }),
};

const linesOf = (text: string): string[] =>
  text
    .trim()
    .split(/\r\n|[\n\r\p{Zl}\p{Zp}]/u)
    .map(oneLine);

/** A value cannot begin a line of its own, which would look like another part of the mail. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

const textOf = (block: MailBlock): string => {
  switch (block.kind) {
    case 'paragraph':
      return oneLine(block.text);
    case 'text':
      return linesOf(block.text).join('\n');
    case 'table':
      return block.rows.map(({ label, value }) => oneLine(value === '' ? label : `${label}: ${value}`)).join('\n');
    case 'link':
      return `${oneLine(block.text)}:\n${block.url}`;
  }
};

const htmlOf = ({ language, subject, sender, blocks }: MailDocument): string =>
  `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family: sans-serif; max-width: 600px; margin: 0 auto; padding: 16px">
${[senderHtml(sender), ...blocks.map(blockHtml)].join('\n')}
</body>
</html>
`;

const senderHtml = ({ name, logoUrl }: MailDocument['sender']): string =>
  logoUrl === null
    ? `<p><strong>${escaped(name)}</strong></p>`
    : `<p><img src="${escaped(logoUrl)}" alt="${escaped(name)}" height="48"></p>`;

const blockHtml = (block: MailBlock): string => {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${escaped(block.text)}</p>`;
    case 'text':
      return `<p>${linesOf(block.text).map(escaped).join('<br>\n')}</p>`;
    case 'table':
      return `<table style="width: 100%">\n${block.rows.map(rowHtml).join('\n')}\n</table>`;
    case 'link':
      return `<p><a href="${escaped(block.url)}">${escaped(block.text)}</a></p>`;
  }
};

const rowHtml = ({ label, value, isTotal = false }: TableRow): string => {
  const cell = isTotal ? 'th' : 'td';
  const left = `<${cell} style="text-align: left">${escaped(label)}</${cell}>`;
  return `<tr>${left}<${cell} style="text-align: right">${escaped(value)}</${cell}></tr>`;
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  oneLine(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
