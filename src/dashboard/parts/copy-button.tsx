import { notify } from '../app/notices.tsx';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';

/** Copies a text, and says so. */
const copy = (text: string, onCopied?: () => void): void =>
  void navigator.clipboard.writeText(text).then(
    () => {
      notify(t().common.copied);
      onCopied?.();
    },
    () => notify(t().common.notCopied),
  );

/** Copies a text, beside it. `name` says what is copied. */
export const CopyIcon = ({ text, name }: Readonly<{ text: string; name: string }>) => (
  <Button
    label=""
    icon="copy"
    class="icon-button"
    title={t().common.copy}
    aria-label={name}
    onClick={() => copy(text)}
  />
);

/** Copies a text. */
export const CopyButton = ({
  text,
  label = t().common.copy,
  onCopied,
}: Readonly<{ text: string; label?: string; onCopied?: () => void }>) => (
  <Button label={label} onClick={() => copy(text, onCopied)} />
);
