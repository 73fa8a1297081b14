import type { Language } from './language.ts';

type SettingTexts = Readonly<Record<string, string>>;

const LOADERS: Readonly<Record<Language, () => Promise<SettingTexts>>> = {
  en: async () => ({}),
  de: async () => (await import('./de-settings.ts')).germanSettings,
};

/** What the settings of the environment decide, by their names; without one, the English text of the API is shown. */
export const loadSettingTexts = (language: Language): Promise<SettingTexts> => LOADERS[language]();
