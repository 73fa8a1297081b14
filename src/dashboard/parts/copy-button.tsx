import { notify } from '../app/notices.tsx';
import { t } from '../text/text.ts';

/** Copies a text. */
export const CopyButton = ({
  text,
  label,
  onCopied,
}: Readonly<{ text: string; label?: string; onCopied?: () => void }>) => (
  <button
    type="button"
    class="button"
    onClick={() =>
      void navigator.clipboard.writeText(text).then(
        () => {
          notify(t().common.copied);
          onCopied?.();
        },
        () => notify(t().common.notCopied),
      )
    }
  >
    {label ?? t().common.copy}
  </button>
);
