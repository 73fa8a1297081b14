import { signal } from '@preact/signals';
import { language } from './language.ts';
import { numberToText } from './parse-number.ts';

/** A message of the API as it is recognized, and what is shown instead. */
type Translation = Readonly<{ pattern: RegExp; names: readonly string[]; text: string }>;

const translations = signal<readonly Translation[]>([]);

const PLACEHOLDER = /\{(\w+)\}/;

const translationOf = ([message, text]: readonly [string, string]): Translation => {
  const parts = message.split(PLACEHOLDER);
  const source = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : '(.+?)')).join('');
  return { pattern: new RegExp(`^${source}$`, 's'), names: parts.filter((_, index) => index % 2 === 1), text };
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const fixedLength = (message: string): number => message.replaceAll(/\{\w+\}/g, '').length;

/** Sets the messages of the language, by the English ones of the API. */
export const setMessages = (messages: Readonly<Record<string, string>>): void => {
  translations.value = Object.entries(messages)
    // the message that says most goes first
    .toSorted(([one], [other]) => fixedLength(other) - fixedLength(one))
    .map(translationOf);
};

/** A value within a message: a number, but not a code with leading zeros, or another message. */
const valueText = (value: string): string =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? numberToText(Number(value), language.value) : apiMessage(value);

/** A message of the API in the language of the user, or as it is where there is no translation. */
export const apiMessage = (message: string): string => {
  for (const { pattern, names, text } of translations.value) {
    const match = pattern.exec(message);
    if (match === null) continue;
    const values = new Map(names.map((name, index) => [name, match[index + 1] ?? '']));
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueText(values.get(name) ?? ''));
  }
  return message;
};

/** Why a row of a file is no row: the message of one field, or those of several, each behind the name of its field. */
export const rowMessage = (message: string): string => {
  const parts = message.split('; ');
  const shown = parts.map((part, index) =>
    index === 0 ? apiMessage(part) : part.replace(/(?<=^\S+ ).+/s, apiMessage),
  );
  const isSeveral = parts.every((part, index) => part !== shown[index]);
  // one message may have a semicolon, too
  const whole = isSeveral ? message : apiMessage(message);
  return whole === message ? shown.join('; ') : whole;
};
