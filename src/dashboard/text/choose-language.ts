import { setMessages } from './api-message.ts';
import { english, type Texts } from './en.ts';
import { LANGUAGES, type Language, language } from './language.ts';
import { texts } from './text.ts';

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
