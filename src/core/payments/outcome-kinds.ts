import type { Outcome } from './apply-outcome.ts';
import type { LookUpOutcome } from './payment-gateway.ts';
import type { OperationKind } from './payment-operation.ts';
import type { RemoveOutcome, SaveOutcome } from './saved-methods.ts';

/** A call to a gateway: an operation, the look-up of a charge, or the saving or removal of a payment method. */
export type GatewayCallKind = OperationKind | 'look_up' | 'save_method' | 'remove_method';

const outcomes = (...kinds: (Outcome | LookUpOutcome | SaveOutcome | RemoveOutcome)['kind'][]): ReadonlySet<string> =>
  new Set([...kinds, 'unknown', 'unreachable']);

const OUTCOMES: Readonly<Record<GatewayCallKind, ReadonlySet<string>>> = {
  authorize: outcomes('authorized', 'captured', 'requires_action', 'pending', 'invalid_token', 'declined'),
  capture: outcomes('captured', 'declined'),
  void: outcomes('voided', 'declined'),
  refund: outcomes('refunded', 'pending', 'declined'),
  look_up: outcomes('found', 'not_found', 'cannot_tell'),
  save_method: outcomes('saved', 'requires_action', 'invalid_token', 'declined'),
  remove_method: outcomes('removed'),
};

/** Whether a call may have an outcome: an external gateway might return others. */
export const isOutcomeOf = (call: GatewayCallKind, outcome: string): boolean => OUTCOMES[call].has(outcome);
