import type { Scope } from '../app/session.ts';
import { refusalOf } from './refusal.ts';

type Props = Readonly<{
  label: string;
  /** What the user must hold; undefined for what everybody may do. */
  scope: Scope | undefined;
  /** Further classes of the button, such as `primary`. */
  class?: string;
  onClick?: () => void;
}>;

/** A button that is disabled without the scope, and then names it. */
export const ScopedButton = ({ label, scope, class: more = '', onClick }: Props) => {
  const refusal = refusalOf(scope);
  return (
    <button type="button" class={`button ${more}`} disabled={refusal !== undefined} title={refusal} onClick={onClick}>
      {label}
    </button>
  );
};
