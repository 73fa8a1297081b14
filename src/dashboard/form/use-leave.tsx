import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { t } from '../text/text.ts';

/**
 * Asks before a dialog discards what was typed. `content` is what would be lost: a change of it after the question is asked
 * about again.
 */
export const useLeave = (content: string, initial: string, onClose: () => void) => {
  const [asked, setAsked] = useState<string>();
  return {
    leave: (): void => {
      if (content === initial || content === asked) onClose();
      else setAsked(content);
    },
    question: asked === content && (
      <p class="restored" role="alert">
        {t().form.unsaved} <Button label={t().form.discard} class="link" onClick={onClose} />
      </p>
    ),
  };
};
