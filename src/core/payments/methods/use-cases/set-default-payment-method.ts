import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { DefaultMethodListener, PaymentsTx } from '../../ports.ts';
import { PaymentMethod, type PaymentMethodId } from '../payment-method.ts';
import { changeDefault } from '../steps/change-default.ts';
import { lockMethod } from '../steps/lock-method.ts';

/** Makes an active method the default of its user; the former default is none any more. */
export type SetDefaultPaymentMethod = (actor: Actor, id: PaymentMethodId) => Work<PaymentMethod, PaymentsTx>;

type Deps = Clocks & Readonly<{ listeners: readonly DefaultMethodListener[] }>;

export const makeSetDefaultPaymentMethod =
  ({ listeners, ...clocks }: Deps): SetDefaultPaymentMethod =>
  (actor, id) =>
  async (tx) => {
    const before = await lockMethod(tx, actor, id);
    PaymentMethod.requireActive(before);
    if (before.isDefault) return before;
    const at = momentOf(clocks);
    const former = (await tx.paymentMethods.listOf(before.userId)).find(({ isDefault }) => isDefault);
    if (former !== undefined) await changeDefault(tx, actor, { before: former, isDefault: false, at });
    const chosen = await changeDefault(tx, actor, { before, isDefault: true, at });
    for (const listener of listeners) await listener(tx, actor, chosen);
    return chosen;
  };
