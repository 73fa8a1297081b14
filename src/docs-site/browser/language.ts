const KEY = 'commerce-docs-language';

/** The chosen language of the samples stays on other pages. */
export const rememberLanguage = (): void => {
  const choices = document.querySelectorAll<HTMLInputElement>('input[name="language"]');
  const chosen = localStorage.getItem(KEY);
  for (const choice of choices) {
    if (choice.id === chosen) choice.checked = true;
    choice.addEventListener('change', () => localStorage.setItem(KEY, choice.id));
  }
};
