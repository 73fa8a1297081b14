import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A button that opens a small panel. Escape, a link or a choice in it, and a click or the focus elsewhere close it. */
export const Menu = ({ label, children }: Readonly<{ label: ComponentChildren; children: ComponentChildren }>) => {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const element = details.current;
      if (element === null || !element.open) return;
      if (event instanceof KeyboardEvent) {
        // a dialog in the panel would close with it
        if (event.key !== 'Escape' || element.querySelector('dialog[open]') !== null) return;
        element.querySelector('summary')?.focus();
      } else if (
        event.target instanceof Element &&
        element.contains(event.target) &&
        !event.target.closest('a, [data-closes]')
      )
        return;
      element.open = false;
    };
    addEventListener('click', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('click', close);
      removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details
      class="menu"
      ref={details}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget as Node)) currentTarget.open = false;
      }}
    >
      <summary class="button">{label}</summary>
      <div class="menu-panel">{children}</div>
    </details>
  );
};
