import type { CartPatch } from '#core/carts/cart-contents.ts';
import type { AcceptedFields, CheckoutId } from '#core/checkouts/checkout.ts';
import type { CheckoutsTx } from '#core/checkouts/ports.ts';
import type { ShownCheckout } from '#core/checkouts/shown-checkout.ts';
import type { CompleteCheckout } from '#core/checkouts/use-cases/complete-checkout.ts';
import type { UpdateCheckout } from '#core/checkouts/use-cases/write-checkouts.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { CodeGuesses } from '../admission/code-guesses.ts';
import type { Throttle, ThrottleGuest, ThrottleGuestOrder } from '../admission/throttle.ts';
import type { FormErrors } from '../hosted/hosted-form.ts';
import { whileStale } from '../idempotency/while-stale.ts';
import { withDeadline } from '../request/deadline.ts';
import { HttpError } from '../responses/problem.ts';
import { clientKey } from '../server/client-network.ts';
import { errorsAt } from './checkout-form.ts';
import type { CheckoutMessages } from './checkout-texts.ts';
import { completeLimited, updateLimited } from './limited-checkouts.ts';

export type SaveDeps = Readonly<{
  unitOfWork: UnitOfWork<CheckoutsTx>;
  updateCheckout: UpdateCheckout;
  completeCheckout: CompleteCheckout;
  codeGuesses: CodeGuesses;
  throttle: Throttle;
  throttleGuest: ThrottleGuest;
  throttleGuestOrder: ThrottleGuestOrder;
  /** A keyed digest: the client's address is not stored. */
  digest: (text: string) => string;
  timeoutMs: number;
}>;

type Caller = Readonly<{ actor: Actor; address: string }>;

/** Prepares and runs a work within the deadline, again if what it has prepared is out of date. */
const run = (
  { unitOfWork, timeoutMs }: SaveDeps,
  prepare: () => Promise<Work<ShownCheckout, CheckoutsTx>>,
): Promise<ShownCheckout> =>
  withDeadline(timeoutMs, (beginCommit) =>
    whileStale(async () => {
      const work = await prepare();
      return unitOfWork.run(async (tx) => {
        const shown = await work(tx);
        beginCommit();
        return shown;
      });
    }),
  );

type Saving = Readonly<{ id: CheckoutId; patch: CartPatch; accepted: AcceptedFields }>;

/**
 * Saves what was entered. A shipping method that no longer applies gives way to the cheapest that does, as does none.
 * @throws as `UpdateCheckout` does.
 */
export const saveForm = async (
  deps: SaveDeps,
  caller: Caller,
  { id, patch, accepted }: Saving,
): Promise<ShownCheckout> => {
  const save = (changes: CartPatch): Promise<ShownCheckout> =>
    run(deps, () =>
      updateLimited(deps, { ...caller, isDryRun: false }, { id, patch: changes, accepted, expected: undefined }),
    );
  const saved = await save(patch).catch((error: unknown) => {
    if (!isUnshippable(error)) throw error;
    return save({ ...patch, shipping_method_id: null });
  });
  const cheapest = cheapestOf(saved);
  return cheapest === undefined ? saved : save({ shipping_method_id: cheapest });
};

const isUnshippable = (error: unknown): boolean =>
  error instanceof DomainError && error.fieldErrors.some(({ path: [group] }) => SHIPPING.has(group));

const SHIPPING: ReadonlySet<unknown> = new Set(['shipping_method_id', 'shipping_address']);

/** The shipping method for a buyer who must choose one and has chosen none. */
const cheapestOf = ({ priced }: ShownCheckout): string | undefined => {
  const quote = priced?.priced?.quote;
  if (quote === undefined || !quote.requiresShipping || quote.shippingLines.length > 0) return undefined;
  return quote.shippingOptions.toSorted((a, b) => a.price.compare(b.price))[0]?.methodId;
};

/**
 * Places the order, which is paid by a link, and makes another link if it is placed and has none.
 * @param total As the page has shown it, in major units; a text that is none is another total. Undefined for any.
 * @throws as `CompleteCheckout` does.
 */
export const placeOrder = (
  deps: SaveDeps,
  caller: Caller,
  { id, total }: Readonly<{ id: CheckoutId; total?: string }>,
): Promise<ShownCheckout> => {
  const expectedTotal = total === undefined ? undefined : totalOf(total);
  const client = deps.digest(clientKey(caller.address));
  const command = { id, expectedTotal, payment: undefined, client };
  return run(deps, () => completeLimited(deps, { ...caller, isDryRun: false }, command));
};

const totalOf = (text: string): number => (/^\d{1,12}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0);

/** Why something was not saved or ordered. */
type Refusal = Readonly<{
  status: number;
  errors?: FormErrors;
  /** @param total As it is now; undefined while it is open. */
  alert?: (total: string | undefined) => string;
}>;

/** `look` if the page itself says it, such as that the order is placed. */
export const refusalOf = (
  error: unknown,
  patch: CartPatch,
  messages: CheckoutMessages,
): Refusal | 'look' | undefined => {
  const { alerts } = messages;
  if (error instanceof HttpError && error.code === 'rate_limited') {
    const seconds = Number(error.extra.headers?.['Retry-After'] ?? 60);
    return { status: 429, alert: () => messages.tooMany(Math.ceil(seconds / 60)) };
  }
  if (!(error instanceof DomainError)) return undefined;
  switch (error.code) {
    case 'invalid_state':
      return 'look';
    case 'total_changed':
      return { status: 409, alert: (total) => (total === undefined ? alerts.changing : messages.changed(total)) };
    case 'insufficient_stock':
      return { status: 409, alert: () => alerts.stock };
    case 'too_many_unpaid_orders':
    case 'too_much_unpaid_stock':
      return { status: 409, alert: () => alerts.unpaid };
    case 'conflict':
      return { status: 409, alert: () => alerts.changing };
    case 'validation_failed':
    case 'unknown_reference':
    case 'currency_mismatch':
      return { status: 422, errors: errorsAt(error.fieldErrors, patch, messages) };
    default:
      return undefined;
  }
};
