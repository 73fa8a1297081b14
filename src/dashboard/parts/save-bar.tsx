import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../text/text.ts';

type Props = Readonly<{
  isChanged: boolean;
  /** What Ctrl+S does, or Cmd+S. */
  onSave: () => void;
  /** The buttons. */
  children: ComponentChildren;
}>;

/** The buttons of a long form, which stay in view. */
export const SaveBar = ({ isChanged, onSave, children }: Props) => {
  const save = useRef(onSave);
  save.current = onSave;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // a dialog has a form of its own
      if (document.querySelector('dialog[open]') === null) save.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <section class="save-bar" aria-label={t().common.save}>
      <span class="muted">{isChanged && t().productPage.saveBar}</span>
      <div class="buttons">{children}</div>
    </section>
  );
};
