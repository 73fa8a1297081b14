import type { IdempotencyConflict } from '#core/shared/idempotency.ts';
import { HttpError } from '../responses/problem.ts';

/** The problem of a key that cannot be claimed. */
export const conflictProblem = ({ reason }: IdempotencyConflict): HttpError =>
  reason === 'reused' ? reused() : inProgress();

export const reused = (): HttpError => {
  const message = 'was used for a different request; use a new key';
  const errors = [{ header: 'Idempotency-Key', code: 'header.reused', message }];
  return new HttpError(422, 'idempotency_key_reused', `Idempotency-Key ${message}`, { errors });
};

export const inProgress = (): HttpError =>
  new HttpError(409, 'idempotency_in_progress', 'The first request with this Idempotency-Key is still in progress.', {
    headers: { 'Retry-After': '1' },
  });
