import { signal } from '@preact/signals';
import { english, type Texts } from './en.ts';

/** In the language of the user; `choose-language.ts` changes it. */
export const texts = signal<Texts>(english);

/** The texts in the language of the user. Components that read them are rendered again when it changes. */
export const t = (): Texts => texts.value;

/** The label of a field, a filter or a column. */
export const fieldLabel = (name: string): string => labelOf(t().fields, name);

/** The label of a value, such as a status; values of the shop's own are shown as they are. */
export const valueLabel = (value: string): string => textOf(t().values, value);

/** The text of a key that the API has sent; the key itself if it is newer than the texts. */
export const textOf = (texts: Readonly<Record<string, string>>, key: string): string => texts[key] ?? key;

const labelOf = (labels: Readonly<Record<string, string>>, name: string): string =>
  labels[name] ?? labels[name.split('.').at(-1) ?? name] ?? name.replaceAll('_', ' ');

/** Puts values into a text. A count follows what it counts, `Orders: {count}`, so that one text fits every count. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (match, name: string) => String(values[name] ?? match));
