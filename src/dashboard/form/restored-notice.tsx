import { Button } from '../parts/button.tsx';
import { t } from '../text/text.ts';

/** Says that a draft was restored, and discards it. */
export const RestoredNotice = ({ onDiscard }: Readonly<{ onDiscard: () => void }>) => (
  <p class="restored" role="status">
    {t().form.restored} <Button label={t().form.discard} class="link" onClick={onDiscard} />
  </p>
);
