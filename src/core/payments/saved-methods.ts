import type { Id } from '#core/shared/id.ts';
import type { Declined, InvalidToken, Unknown, Unreachable } from './call-outcomes.ts';

/** Saves payment methods at a gateway, so that they can be charged while the payer is absent. */
export interface SavedMethods {
  /**
   * Saves the card or the account of a token for later charges. Repeated under its key, at any time, it saves nothing
   * more and returns the current outcome: after `requires_action`, whether the payer has acted.
   */
  save(request: SaveRequest): Promise<SaveOutcome>;

  /** Removes a saved method, so that nobody can charge it any more. One that is gone counts as removed. */
  remove(request: RemoveRequest): Promise<RemoveOutcome>;
}

export type SaveRequest = Readonly<{
  key: Id<'pm'>;
  /** The token of a card or account; never a card number. */
  token: string;
  /** Whose method it is. Methods of one user belong to one customer of the gateway, if it has customers. */
  userId: Id<'usr'>;
  /** Where the gateway redirects the payer after an action. */
  returnUrl: string | null;
}>;

type RemoveRequest = Readonly<{ key: Id<'pm'>; reference: string }>;

/** What people recognize a saved method by. */
export type MethodDetails = Readonly<{
  /** For example `card` or `sepa_debit`. */
  type: string;
  /** For example `visa`. */
  brand: string | null;
  /** The last four digits. */
  last4: string | null;
  /** 1 to 12. */
  expMonth: number | null;
  /** Four digits. */
  expYear: number | null;
}>;

export type SaveOutcome =
  /** `reference` identifies the method in `authorize` and `remove`: 1 to 500 characters. */
  | Readonly<{ kind: 'saved'; reference: string; details: MethodDetails }>
  /** The payer must act at this URL first. */
  | Readonly<{ kind: 'requires_action'; redirectUrl: string }>
  | Declined
  | InvalidToken
  | Unknown
  | Unreachable;

export type RemoveOutcome = Readonly<{ kind: 'removed' }> | Unknown | Unreachable;
