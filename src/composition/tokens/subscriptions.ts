import type { ChangeSubscription } from '#core/subscriptions/use-cases/change-subscription.ts';
import type { CreateSubscription } from '#core/subscriptions/use-cases/create-subscription.ts';
import type { RunDueSubscriptions } from '#core/subscriptions/use-cases/run-due-subscriptions.ts';
import type { StepSubscription } from '#core/subscriptions/use-cases/step-subscription.ts';
import { token } from '../injection.ts';

type SubscriptionRequests = Readonly<{
  createSubscription: CreateSubscription;
  changeSubscription: ChangeSubscription;
  stepSubscription: StepSubscription;
}>;

export const SUBSCRIPTIONS = {
  requests: token<SubscriptionRequests>('SubscriptionRequests'),
  /** One of a process, so that what advances the test clock waits for the steps that the worker has started. */
  due: token<RunDueSubscriptions>('DueSubscriptions'),
};
