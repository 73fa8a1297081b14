import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

/** Shows a secret, or what else cannot be shown again, this once. It closes once the user has copied it or says that it is stored. */
export const SecretDialog = ({
  title,
  secret,
  explanation = t().common.shownOnce,
  onClose,
  children,
}: Readonly<{
  title: string;
  secret: string;
  /** What to do with it. */
  explanation?: string;
  onClose: () => void;
  children?: ComponentChildren;
}>) => {
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  return (
    <Dialog title={title} onClose={() => (isCopied ? onClose() : setWarned(true))} isWide>
      <p>{explanation}</p>
      <pre class="secret">
        <code>{secret}</code>
      </pre>
      <CopyButton text={secret} onCopied={() => setCopied(true)} />
      {children}
      {isWarned && !isCopied && (
        <p class="problem" role="alert">
          {t().common.notStored}
        </p>
      )}
      <div class="buttons end">
        <Button label={t().common.stored} class="button primary" onClick={onClose} />
      </div>
    </Dialog>
  );
};
