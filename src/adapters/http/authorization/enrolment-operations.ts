import type { Actor } from '#core/shared/actor.ts';
import { HttpError } from '../responses/problem.ts';
import type { Route } from '../routing/route.ts';

/** What a session may do, by operation id, until its user has the second factor that `SECOND_FACTOR_REQUIRED` demands. */
const ENROLMENT_OPERATIONS: ReadonlySet<string> = new Set([
  'listSecondFactors',
  'enrolSecondFactor',
  'confirmSecondFactor',
  'renameSecondFactor',
  'removeSecondFactor',
  'getCaller',
  'followCaller',
  'getSelf',
  'signOut',
]);

type Operation = Pick<Route, 'operationId' | 'access'>;

/** Whether a credential changes nothing, or the operation leads to a second factor. */
export const isForEnrolment = ({ operationId, access }: Operation): boolean =>
  access?.kind === 'open' || ENROLMENT_OPERATIONS.has(operationId);

/** @throws HttpError `second_factor_enrolment_required` for an actor who must enrol a second factor first. */
export const requireEnrolment = (operation: Operation, { mustEnrol }: Actor): void => {
  if (mustEnrol !== true || isForEnrolment(operation)) return;
  throw new HttpError(
    403,
    'second_factor_enrolment_required',
    'Your role needs a second factor: add one with POST /api/users/me/second_factors, and confirm it by a code.',
  );
};
