import { notify } from '../app/notices.tsx';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';

/** Copies a text, and says so. */
export const copy = (text: string, onCopied?: () => void): void =>
  void navigator.clipboard.writeText(text).then(
    () => {
      notify(t().common.copied);
      onCopied?.();
    },
    () => notify(t().common.notCopied),
  );

/** Copies a text. */
export const CopyButton = ({
  text,
  label,
  name,
  onCopied,
}: Readonly<{
  text: string;
  label?: string;
  /** What is copied, where the label does not say it. */
  name?: string;
  onCopied?: () => void;
}>) => <Button label={label ?? t().common.copy} aria-label={name} onClick={() => copy(text, onCopied)} />;
