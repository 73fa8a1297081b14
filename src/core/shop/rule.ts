/** What values a rule may have. */
type RuleKind =
  | Readonly<{ kind: 'flag' | 'currency' | 'page' | 'product_page' | 'sender' }>
  | Readonly<{ kind: 'one' | 'some'; of: readonly string[] }>
  | Readonly<{ kind: 'count'; min: number; max: number }>
  | Readonly<{ kind: 'minutes' }>
  | Readonly<{ kind: 'days' }>
  | Readonly<{ kind: 'delays' }>;

/** A rule of the shop. */
export type Rule<T = unknown> = RuleKind &
  Readonly<{
    /** The environment variable that seeds it. */
    setting: string;
    initial: T;
    description: string;
  }>;

/** @param initial The value of a shop that sets none. */
export const rule = <T>(setting: string, kind: RuleKind, initial: T, description: string): Rule<T> => ({
  ...kind,
  setting,
  initial,
  description,
});
