import { accessLevelOf, ownerFor, unknownUser } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import { requireLastingSession } from '#core/access/steps/require-lasting-session.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { type DomainError, invalid, invalidState, notFound, unknownReference } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { callError, unknownGateway } from '../../payment-errors.ts';
import type { Gateways, PaymentGateway } from '../../payment-gateway.ts';
import type { IdempotentRequest } from '../../payment-operation.ts';
import type { PaymentAttempt, PaymentLimits, PaymentsTx } from '../../ports.ts';
import type { SaveOutcome } from '../../saved-methods.ts';
import { beginOrFind, NOT_CALLED, requireSame } from '../../steps/begin-or-find.ts';
import { MAX_PAYMENT_METHODS, PaymentMethod } from '../payment-method.ts';
import type { MethodClient } from './method-client.ts';
import type { RecordSaving } from './record-saving.ts';

/** The error for a client whose token was certainly not saved; undefined when it was or may have been saved. */
const saveError = (outcome: SaveOutcome, { id, gateway }: Pick<PaymentMethod, 'id' | 'gateway'>) =>
  callError(outcome, { gateway, of: { payment_method_id: id }, invalidToken });

const invalidToken = (message: string): DomainError =>
  unknownReference([{ path: ['token'], code: 'any.only', message }]);

/** @param able The names of the gateways that save payment methods. */
const savesNoMethods = (name: string, able: readonly string[]): DomainError => {
  const others = able.length === 0 ? 'another gateway' : `one of ${able.join(', ')}`;
  const message = `must be ${others}: the gateway ${name} does not save payment methods`;
  return invalid([{ path: ['gateway'], code: 'any.only', message }]);
};

const tooManyMethods = (): DomainError =>
  invalidState(`A user has at most ${MAX_PAYMENT_METHODS} payment methods: delete one first.`, 'full');

type Command = Readonly<{
  /** Whose method it is; the caller's own if omitted. */
  userId?: Id<'usr'> | undefined;
  token: string;
  /** The first one that the actor may use and that saves methods if omitted. */
  gateway?: string | undefined;
  returnUrl: string | null;
  /** The caller's network address. */
  address: string;
  idempotency: IdempotentRequest | null;
}>;

/**
 * Saves the card or the account of a token at its gateway. Customers save their own. As with payments, the method is
 * recorded before the gateway is called outside of any transaction, and an unknown outcome is reconciled.
 * @throws IdempotencyConflict `in_progress` while the outcome is unknown, `reused` for a different request under the
 * key.
 */
export type SavePaymentMethod = (actor: Actor, command: Command) => Promise<Work<PaymentMethod, PaymentsTx>>;

type Deps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork<PaymentsTx>;
    client: MethodClient;
    recordSaving: RecordSaving;
    gateways: Gateways;
    limits: PaymentLimits;
    ids: IdGenerator;
  }>;

export const makeSavePaymentMethod =
  ({ unitOfWork, client, recordSaving, gateways, limits, ids, ...clocks }: Deps): SavePaymentMethod =>
  async (actor, command) => {
    const { token, returnUrl, idempotency, address } = command;
    const userId = ownerFor(actor, 'payments:write', command.userId);
    const { name: gateway } = gatewayFor(actor, gateways, command);
    const isOwn = accessLevelOf(actor, 'payments:write') === 'own';
    const attempt: PaymentAttempt = { target: userId, customer: isOwn ? { userId, address } : null };
    const begin = async (tx: PaymentsTx): Promise<Begun> => {
      if ((await tx.users.lock(userId)) === undefined) throw unknownUser();
      await requireLastingSession(tx, actor);
      const others = (await tx.paymentMethods.listOf(userId)).filter(({ status }) => status !== 'failed');
      if (others.length >= MAX_PAYMENT_METHODS) throw tooManyMethods();
      const fields = { id: ids.next('pm'), userId, gateway, token, returnUrl, idempotency, at: momentOf(clocks) };
      const method = PaymentMethod.begin(fields);
      await tx.paymentMethods.add(method);
      return { method, isEarlier: false };
    };
    const { method, isEarlier } = await beginOrFind(
      { unitOfWork, ...clocks },
      { idempotency, check: () => limits.check(attempt), begin, find: findEarlier },
    );
    if (isEarlier) return earlierOutcome(method);
    const refusal = await limits.count(attempt).catch((error: unknown) => ({ error }));
    const outcome = refusal === undefined ? await client.save(method) : NOT_CALLED;
    const recording = recordSaving(actor, { method, outcome });
    const declined = refusal === undefined ? saveError(outcome, method) : refusal.error;
    if (declined === undefined) return recording;
    if (outcome.kind === 'declined') await limits.countDecline(attempt);
    // throwing inside the work would roll it back, but the outcome must stay
    await unitOfWork.run(recording);
    return () => Promise.reject(declined);
  };

type Begun = Readonly<{ method: PaymentMethod; isEarlier: boolean }>;

/** @throws DomainError `validation_failed`, `unknown_reference`, or `insufficient_scope` for a restricted gateway. */
const gatewayFor = (actor: Actor, gateways: Gateways, { gateway: name, token }: Command): PaymentGateway => {
  const all = [...gateways.values()];
  const able = all.filter(({ savedMethods }) => savedMethods !== undefined);
  const isOwn = accessLevelOf(actor, 'payments:write') !== 'all';
  const fallback = able.find(({ isManual }) => !(isOwn && isManual)) ?? able[0] ?? all[0];
  const gateway = name === undefined ? fallback : gateways.get(name);
  if (gateway === undefined) throw unknownGateway([...gateways.keys()]);
  if (gateway.savedMethods === undefined) {
    throw savesNoMethods(
      gateway.name,
      able.map((each) => each.name),
    );
  }
  if (gateway.isManual) Scope.requireAll(actor, ['payments:write'], `Saving a payment method at ${gateway.name}`);
  const error = gateway.tokenError(token);
  if (error !== undefined) throw invalidToken(error);
  return gateway;
};

const findEarlier = async (tx: PaymentsTx, request: IdempotentRequest, since: Date): Promise<Begun | undefined> => {
  const method = await tx.paymentMethods.findByKey(request.key, since);
  if (method === undefined) return undefined;
  requireSame({ ...method, isPending: method.status === 'saving' }, request);
  return { method, isEarlier: true };
};

/** The outcome of a method whose first request was interrupted. */
const earlierOutcome = (method: PaymentMethod): Work<PaymentMethod, PaymentsTx> => {
  const { failure } = method;
  const declined = failure === null ? undefined : saveError({ kind: 'declined', ...failure }, method);
  if (declined !== undefined) return () => Promise.reject(declined);
  return async (tx) => {
    const current = await tx.paymentMethods.get(method.id);
    if (PaymentMethod.isDeleted(current)) throw notFound('payment method', method.id);
    return current;
  };
};
