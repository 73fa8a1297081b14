import { codeBlock } from '../highlight.ts';

const NAMES = { bash: 'curl', typescript: 'TypeScript', python: 'Python' } as const;

export type Language = keyof typeof NAMES;

/** Chooses the language of all samples of the page, at first curl. It needs no script, and the script remembers it. */
export const languageChoice = (languages: readonly Language[]): string => `<fieldset class="languages">
<legend>Language of the samples</legend>
${languages.map(choice).join('\n')}
</fieldset>`;

const choice = (language: Language): string => {
  const checked = language === 'bash' ? ' checked' : '';
  return `<input type="radio" name="language" id="${language}"${checked}><label for="${language}">${NAMES[language]}</label>`;
};

/** Code that is shown while its language is chosen. */
export const sampleIn = (language: Language, code: string): string =>
  `<div class="sample ${language}">${codeBlock(code, language)}</div>`;
