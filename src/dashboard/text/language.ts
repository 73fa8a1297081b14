import { signal } from '@preact/signals';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of the user. */
export const language = signal<Language>('en');
