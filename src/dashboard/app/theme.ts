import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'commerce.theme';

const stored = localStorage.getItem(STORED);

export const theme = signal<Theme>(THEMES.find((each) => each === stored) ?? 'system');

/** Applies the theme and stores it in this browser. */
export const chooseTheme = (chosen: Theme): void => {
  localStorage.setItem(STORED, chosen);
  theme.value = chosen;
  applyTheme();
};

export const applyTheme = (): void => {
  document.documentElement.dataset['theme'] = theme.value;
};
