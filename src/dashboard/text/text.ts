import { signal } from '@preact/signals';
import { setMessages } from './api-message.ts';
import { english, type Texts } from './en.ts';
import { LANGUAGES, type Language, language } from './language.ts';

/** What is shown in a language: the texts of the dashboard, and those of the API where they are not English. */
type Wording = Readonly<{ texts: Texts; messages: Readonly<Record<string, string>> }>;

const LOADERS: Readonly<Record<Language, () => Promise<Wording>>> = {
  en: async () => ({ texts: english, messages: {} }),
  de: async () => {
    const [{ german }, { germanMessages }, { germanImportMessages }] = await Promise.all([
      import('./de.ts'),
      import('./de-messages.ts'),
      import('./de-import-messages.ts'),
    ]);
    return { texts: german, messages: { ...germanMessages, ...germanImportMessages } };
  },
};

const STORED = 'commerce.language';

const texts = signal<Texts>(english);

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

/** The language that the user has chosen, or else that of the browser. */
export const preferredLanguage = (): Language => {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages.map((each) => each.slice(0, 2))];
  return LANGUAGES.find((each) => wanted.find((one) => LANGUAGES.includes(one as Language)) === each) ?? 'en';
};

export const applyLanguage = async (chosen: Language): Promise<void> => {
  const wording = await LOADERS[chosen]();
  setMessages(wording.messages);
  texts.value = wording.texts;
  language.value = chosen;
  document.documentElement.lang = chosen;
};

/** Stores the choice in this browser. @throws Error if the texts cannot be loaded. */
export const chooseLanguage = async (chosen: Language): Promise<void> => {
  await applyLanguage(chosen);
  localStorage.setItem(STORED, chosen);
};
