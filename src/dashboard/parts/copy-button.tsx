import { notify } from '../app/notices.tsx';
import { t } from '../text/text.ts';

/** Copies a text. */
export const CopyButton = ({ text }: Readonly<{ text: string }>) => (
  <button
    type="button"
    class="button"
    onClick={() =>
      void navigator.clipboard.writeText(text).then(
        () => notify(t().common.copied),
        () => notify(t().common.notCopied),
      )
    }
  >
    {t().common.copy}
  </button>
);
