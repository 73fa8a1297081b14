import { holds, type Scope } from '../app/session.ts';
import { fill, t } from '../text/text.ts';

/** A link to a screen where something is created. Without the scope it is a disabled button that names the scope. */
export const ActionLink = ({ label, scope, href }: Readonly<{ label: string; scope: Scope; href: string }>) =>
  holds(scope) ? (
    <a class="button primary" href={href}>
      {label}
    </a>
  ) : (
    <button type="button" class="button primary" disabled title={fill(t().errors.missingScope, { scope })}>
      {label}
    </button>
  );
