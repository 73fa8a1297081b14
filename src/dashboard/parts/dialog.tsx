import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../text/text.ts';

/** A modal dialog. The browser keeps the focus in it, and Escape closes it. */
export const Dialog = ({
  title,
  onClose,
  children,
  isWide = false,
}: Readonly<{ title: string; onClose: () => void; children: ComponentChildren; isWide?: boolean }>) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // before the next key, which belongs to the dialog
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // the parent decides whether it closes
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-header">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="icon-button" aria-label={t().common.close} onClick={onClose}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  );
};
