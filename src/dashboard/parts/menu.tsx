import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A button that opens a small panel; Escape and a click elsewhere close it. */
export const Menu = ({ label, children }: Readonly<{ label: ComponentChildren; children: ComponentChildren }>) => {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const element = details.current;
      if (element === null || !element.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        element.querySelector('summary')?.focus();
      } else if (element.contains(event.target as Node)) return;
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
    <details class="menu" ref={details}>
      <summary class="button">{label}</summary>
      <div class="menu-panel">{children}</div>
    </details>
  );
};
