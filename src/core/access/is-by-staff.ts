import type { Actor } from '#core/shared/actor.ts';
import { accessLevelOf } from './ownership.ts';

/** Whether the staff takes a step of an order, and not its buyer, or the shop by itself as the law or a deadline demands. */
export const isByStaff = (actor: Actor): boolean =>
  actor.kind !== 'system' && accessLevelOf(actor, 'orders:write') === 'all';
