import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

type Props = Readonly<{
  children: ComponentChildren;
  /** What a screen reader says after the content. */
  removeLabel: string;
  onRemove: () => void;
}>;

/** One of several things in use; a click removes it. */
export const Chip = ({ children, removeLabel, onRemove }: Props) => (
  <li>
    <button type="button" class="chip" onClick={onRemove}>
      {children}
      <Icon name="close" /> <span class="visually-hidden">{removeLabel}</span>
    </button>
  </li>
);
