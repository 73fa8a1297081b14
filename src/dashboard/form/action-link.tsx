import type { Scope } from '../app/session.ts';
import { refusalOf } from './refusal.ts';
import { ScopedButton } from './scoped-button.tsx';

/** A link to a screen where something is created. Without the scope it is a disabled button that names the scope. */
export const ActionLink = ({ label, scope, href }: Readonly<{ label: string; scope: Scope; href: string }>) =>
  refusalOf(scope) === undefined ? (
    <a class="button primary" href={href}>
      {label}
    </a>
  ) : (
    <ScopedButton label={label} scope={scope} class="primary" />
  );
