import type { Actor } from '#core/shared/actor.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { SubscriptionsTx } from '../ports.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  skipPeriod,
  undoCancellation,
} from '../stop-subscription.ts';
import type { BilledStep, Subscription, SubscriptionAction, SubscriptionId } from '../subscription.ts';
import type { TakeStep } from './take-step.ts';

type Stop = Readonly<{ atPeriodEnd: boolean; at: Date }>;

const unbilled = (subscription: Subscription): BilledStep => ({ subscription, bill: [] });

const STEPS: Readonly<Record<SubscriptionAction, (before: Subscription, stop: Stop) => BilledStep>> = {
  cancel: cancelSubscription,
  undo_cancel: (before, { at }) => unbilled(undoCancellation(before, at)),
  pause: (before, stop) => unbilled(pauseSubscription(before, stop)),
  resume: (before, { at }) => unbilled(resumeSubscription(before, at)),
  skip: (before, { at }) => unbilled(skipPeriod(before, at)),
};

type Command = Readonly<{
  id: SubscriptionId;
  action: SubscriptionAction;
  /** Of a cancellation and a pause: at the end of the current period instead of now. */
  atPeriodEnd: boolean;
  expected: ExpectedVersions;
}>;

/** Cancels, pauses, resumes or skips. Customers do it with their own. @throws DomainError `invalid_state`. */
export type StepSubscription = (actor: Actor, command: Command) => Promise<Work<Subscription, SubscriptionsTx>>;

export const makeStepSubscription =
  ({ takeStep }: Readonly<{ takeStep: TakeStep }>): StepSubscription =>
  (actor, { id, action, atPeriodEnd, expected }) =>
    takeStep(actor, { id, expected, take: (before, at) => STEPS[action](before, { atPeriodEnd, at }) });
