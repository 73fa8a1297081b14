import { type Options, type PathOf, request, send } from '../api/request.ts';
import type { Action } from './action-button.tsx';

type Method = 'post' | 'patch' | 'delete';

type Sent<P extends PathOf<M>, M extends Method> = Pick<Options<P, M>, 'params' | 'ifMatch' | 'body'>;

/** An action that sends its fields, which are those of the operation, and what its body has besides. */
export const sendFields =
  <M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    { body, ...options }: Omit<Sent<P, M>, 'body'> & Readonly<{ body?: Partial<Sent<P, M>['body']> }> = {},
  ): Action['run'] =>
  async (fields, idempotencyKey) =>
    (await send({ method, path, ...options, body: { ...body, ...fields }, idempotencyKey })).data;

/** An action whose request does not depend on fields. */
export const sendFixed =
  <M extends Method, P extends PathOf<M>>(method: M, path: P, options: Sent<P, M>): Action['run'] =>
  async (_fields, idempotencyKey) =>
    (await request(method, path, { ...options, idempotencyKey })).data;
