import type { ComponentChildren } from 'preact';

/** A frame in which a wide table is scrolled, by keyboard too. */
export const TableFrame = ({ label, children }: Readonly<{ label: string; children: ComponentChildren }>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reachable by keyboard
  <section class="table-frame" aria-label={label} tabIndex={0}>
    {children}
  </section>
);
