import type { ComponentChildren } from 'preact';
import { t } from '../text/text.ts';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

/** Shows a secret this once. */
export const SecretDialog = ({
  title,
  secret,
  onClose,
  children,
}: Readonly<{ title: string; secret: string; onClose: () => void; children?: ComponentChildren }>) => (
  <Dialog title={title} onClose={onClose} isWide>
    <p>{t().common.shownOnce}</p>
    <pre class="secret">
      <code>{secret}</code>
    </pre>
    <CopyButton text={secret} />
    {children}
  </Dialog>
);
