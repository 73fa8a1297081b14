import { useLayoutEffect, useState } from 'preact/hooks';
import { discardDraft, keepDraft, readDraft } from './drafts.ts';

type Draft = Readonly<{
  /** Whether the form has changes of an earlier visit. */
  isRestored: boolean;
  /** Removes the draft, as after it was saved. */
  discard: () => void;
}>;

/**
 * Keeps what was typed in this tab while it differs from what is stored, and asks before the page is left. What an earlier
 * visit has kept is restored once, when the form opens.
 */
export const useDraft = <T>(
  name: string,
  { content, isChanged, restore }: Readonly<{ content: T; isChanged: boolean; restore: (content: T) => void }>,
): Draft => {
  const [isRestored, setRestored] = useState(false);
  // restored when the form opens
  useLayoutEffect(() => {
    const stored = readDraft<T>(name);
    if (stored === undefined) return;
    restore(stored);
    setRestored(true);
  }, []);
  // before the next event, which may reload the page
  useLayoutEffect(() => {
    if (!isChanged) {
      discardDraft(name);
      return undefined;
    }
    keepDraft(name, content);
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [name, isChanged, JSON.stringify(content)]);
  return {
    isRestored: isRestored && isChanged,
    discard: () => {
      discardDraft(name);
      setRestored(false);
    },
  };
};
