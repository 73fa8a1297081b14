import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Notices } from '../app/notices.tsx';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';

type Props = Readonly<{
  title: string;
  /** Without it, nothing but the content closes the dialog. */
  onClose?: () => void;
  children: ComponentChildren;
  isWide?: boolean;
  /** Whether it is at the side of the page, as high as the window. */
  isAtSide?: boolean;
}>;

const INPUTS = 'input:not([type="hidden"], [hidden], [readonly]), select, textarea';

/** A modal dialog. The browser keeps the focus in it, which begins at the first input, and Escape closes it. */
export const Dialog = ({ title, onClose, children, isWide = false, isAtSide = false }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // before the next key, which belongs to the dialog
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    (element?.querySelector<HTMLElement>(INPUTS) ?? heading.current)?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog${isWide ? ' wide' : ''}${isAtSide ? ' side' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // the parent decides whether it closes
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget }) => {
        // browsers close it at a second Escape, whatever the page says
        if (currentTarget.isConnected) currentTarget.showModal();
      }}
    >
      <div class="dialog-header">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {onClose && (
          <Button label="" icon="close" class="icon-button" aria-label={t().common.close} onClick={onClose} />
        )}
      </div>
      {children}
      <Notices />
    </dialog>
  );
};
