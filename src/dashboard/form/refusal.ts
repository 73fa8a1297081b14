import { holds, type Scope } from '../app/session.ts';
import { fill, t } from '../text/text.ts';

/** Why the user may not do what needs a scope; undefined if the user may. */
export const refusalOf = (scope: Scope | undefined): string | undefined =>
  scope === undefined || holds(scope) ? undefined : fill(t().errors.missingScope, { scope });
