const PREFIX = 'commerce.draft.';

/** Increases when the content of drafts changes its form: those of a former version are not read. */
const FORMAT = 3;

/** Drafts stay in the tab: they are gone when it is closed, and in no other. */
const keyOf = (draft: string): string => `${PREFIX}${FORMAT}.${draft}`;

export const keepDraft = (draft: string, content: unknown): void =>
  sessionStorage.setItem(keyOf(draft), JSON.stringify(content));

/** What was kept under the name, by the same screen. */
export const readDraft = <T>(draft: string): T | undefined => {
  const stored = sessionStorage.getItem(keyOf(draft));
  return stored === null ? undefined : JSON.parse(stored);
};

export const discardDraft = (draft: string): void => sessionStorage.removeItem(keyOf(draft));

/** Removes all drafts, for the next user of the tab. */
export const discardDrafts = (): void => {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
};
