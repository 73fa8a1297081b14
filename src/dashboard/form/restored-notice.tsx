import { t } from '../text/text.ts';

/** Says that a draft was restored, and discards it. */
export const RestoredNotice = ({ onDiscard }: Readonly<{ onDiscard: () => void }>) => (
  <p class="restored" role="status">
    {t().form.restored}{' '}
    <button type="button" class="link" onClick={onDiscard}>
      {t().form.discard}
    </button>
  </p>
);
