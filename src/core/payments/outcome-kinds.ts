import type { Outcome } from './apply-outcome.ts';
import type { LookUpOutcome } from './payment-gateway.ts';
import type { OperationKind } from './payment-operation.ts';

/** A call to a gateway: an operation, or the look-up of a charge. */
export type GatewayCallKind = OperationKind | 'look_up';

const outcomes = (...kinds: (Outcome['kind'] | LookUpOutcome['kind'])[]): ReadonlySet<string> =>
  new Set([...kinds, 'unknown', 'unreachable']);

const OUTCOMES: Readonly<Record<GatewayCallKind, ReadonlySet<string>>> = {
  authorize: outcomes('authorized', 'captured', 'requires_action', 'pending', 'invalid_token', 'declined'),
  capture: outcomes('captured', 'declined'),
  void: outcomes('voided', 'declined'),
  refund: outcomes('refunded', 'pending', 'declined'),
  look_up: outcomes('found', 'not_found', 'cannot_tell'),
};

/** Whether a call may have an outcome: an external gateway might return others. */
export const isOutcomeOf = (call: GatewayCallKind, outcome: string): boolean => OUTCOMES[call].has(outcome);
