import {
  type Confirmation,
  type ConfirmDeps,
  requireConfirmation,
  verifyCurrentPassword,
} from '#core/access/confirm-caller.ts';
import { Actor } from '#core/shared/actor.ts';
import { type BusinessClock, momentOf } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { requireAuthority } from '../authority.ts';
import type { ErasureEffect } from '../erasure-effect.ts';
import type { ErasureTx } from '../ports.ts';
import { eraseData } from './erase-user.ts';

/** Removes the actor's user as an admin would. Requires the password, or a recent sign-in of a session. */
export type EraseSelf = (
  actor: Actor,
  command: Confirmation & Readonly<{ expected: ExpectedVersions }>,
) => Promise<Work<ErasureEffect, ErasureTx>>;

export const makeEraseSelf =
  (deps: ConfirmDeps & { clock: BusinessClock; shop: ShopQueries }): EraseSelf =>
  async (actor, { expected, ...confirmation }) => {
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    const { invoiceRetentionYears } = await deps.shop.get();
    return async (tx) => {
      const { systemClock } = deps;
      const user = await tx.users.get(Actor.userOf(actor));
      await requireConfirmation(tx, { actor, systemClock, user, verified });
      await requireVersion(tx.events, user, expected);
      requireAuthority(actor, user);
      return eraseData(tx, { actor, user, invoiceRetentionYears, moment: momentOf(deps) });
    };
  };
