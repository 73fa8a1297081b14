import type { Scope } from '../app/session.ts';
import { refusalOf } from './refusal.ts';

type Props = Readonly<{
  label: string;
  /** What the user must hold; undefined for what everybody may do. */
  scope: Scope | undefined;
  /** Further classes of the button, such as `primary`. */
  class?: string;
  /** `button` if omitted. */
  type?: 'button' | 'submit';
  isBusy?: boolean;
  onClick?: () => void;
}>;

/** A button that does nothing without the scope, and then names it. It takes the focus, so that everybody gets to know. */
export const ScopedButton = ({ label, scope, class: more = '', type = 'button', isBusy = false, onClick }: Props) => {
  const refusal = refusalOf(scope);
  return (
    <button
      type={type}
      class={`button ${more}`}
      aria-disabled={refusal !== undefined || isBusy}
      title={refusal}
      onClick={(event) => {
        if (refusal !== undefined) event.preventDefault();
        else onClick?.();
      }}
    >
      {label}
    </button>
  );
};
