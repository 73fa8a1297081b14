import type { TimeSpan } from '#core/shared/clock.ts';
import type { Money } from '#core/shared/money.ts';
import type { SubscribedPlan } from './subscribed-plan.ts';

/** What the usage of a span was billed with, before discounts. Records that come later are billed with what they add. */
export type UsageCharge = Readonly<{ plan: SubscribedPlan; span: TimeSpan; amount: Money }>;

/** How many spans keep their charges: usage of earlier ones is refused. */
const MAX_USAGE_CHARGES = 12;

export const UsageCharge = {
  /** The charges after some more, of which those of a span that was billed before replace its charge. */
  added: (charges: readonly UsageCharge[], more: readonly UsageCharge[]): readonly UsageCharge[] =>
    [...charges.filter(({ span }) => more.every((charge) => !isSameSpan(charge.span, span))), ...more]
      .toSorted((one, other) => one.span.start.getTime() - other.span.start.getTime())
      .slice(-MAX_USAGE_CHARGES),

  of: (charges: readonly UsageCharge[], span: TimeSpan): UsageCharge | undefined =>
    charges.find((charge) => isSameSpan(charge.span, span)),
};

const isSameSpan = (one: TimeSpan, other: TimeSpan): boolean =>
  one.start.getTime() === other.start.getTime() && one.end.getTime() === other.end.getTime();
