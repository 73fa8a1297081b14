import type { FieldValues } from './field.ts';

/** Drafts stay in the tab: they are gone when it is closed, and in no other. */
const keyOf = (draft: string): string => `commerce.draft.${draft}`;

/** Inputs that are never stored. */
const isSecret = (name: string): boolean => /password|secret/.test(name);

export const keepDraft = (draft: string, values: FieldValues): void => {
  const storable = Object.entries(values).filter(([name]) => !isSecret(name));
  sessionStorage.setItem(keyOf(draft), JSON.stringify(Object.fromEntries(storable)));
};

export const readDraft = (draft: string): FieldValues | undefined => {
  const stored = sessionStorage.getItem(keyOf(draft));
  return stored === null ? undefined : JSON.parse(stored);
};

export const discardDraft = (draft: string): void => sessionStorage.removeItem(keyOf(draft));

/** Removes all drafts, for the next user of the tab. */
export const discardDrafts = (): void => {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(keyOf(''))) sessionStorage.removeItem(key);
  }
};
