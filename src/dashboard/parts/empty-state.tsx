import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type Props = Readonly<{
  icon: IconName;
  text: string;
  /** What can be done about it. */
  children?: ComponentChildren;
}>;

/** Says that there is nothing, with a drawing and what can be done. */
export const EmptyState = ({ icon, text, children }: Props) => (
  <div class="empty">
    <span class="empty-drawing" aria-hidden="true">
      <Icon name={icon} />
    </span>
    <p>{text}</p>
    {children && <div class="buttons">{children}</div>}
  </div>
);
