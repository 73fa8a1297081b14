import { Icon } from './icon.tsx';

/** The link to the list that a screen belongs to. */
export const ParentLink = ({ href, label }: Readonly<{ href: string; label: string }>) => (
  <nav class="path">
    <a href={href}>
      <Icon name="back" />
      {label}
    </a>
  </nav>
);
