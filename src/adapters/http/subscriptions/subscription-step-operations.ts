import type { SubscriptionAction } from '#core/subscriptions/subscription.ts';
import { subscriptionView } from '#core/subscriptions/subscription-view.ts';
import type { StepSubscription } from '#core/subscriptions/use-cases/step-subscription.ts';
import { resourceResponse, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import type { Route } from '../routing/route.ts';
import { stopInput } from './subscription-input-schemas.ts';
import { subscriptionSchema } from './subscription-schemas.ts';

export type SubscriptionStepsDeps = Readonly<{ stepSubscription: StepSubscription }>;

/** An operation for each step that a subscription allows. */
export const subscriptionStepRoutes = (deps: SubscriptionStepsDeps): Route[] =>
  STEPS.map((step) => stepOperation(deps, step));

type Step = Readonly<{
  action: SubscriptionAction;
  operationId: string;
  summary: string;
  description: string;
  /** Describes the response. */
  done: string;
  /** The id of the body's schema; undefined for a step that never waits for the end of the period. */
  inputId?: string;
}>;

const STEPS: readonly Step[] = [
  {
    action: 'cancel',
    operationId: 'cancelSubscription',
    summary: 'Cancel a subscription',
    description:
      'Now, or at the end of the current period. What was paid is not credited; usage is billed. Customers cancel their ' +
      'own. Emits `subscription.cancelled`, or `subscription.updated` if it waits.',
    done: 'The subscription, which is cancelled or will be.',
    inputId: 'SubscriptionCancellationInput',
  },
  {
    action: 'undo_cancel',
    operationId: 'undoSubscriptionCancellation',
    summary: 'Undo the cancellation of a subscription',
    description: 'Withdraws a cancellation at the end of the period. Emits `subscription.updated`.',
    done: 'The subscription, which goes on.',
  },
  {
    action: 'pause',
    operationId: 'pauseSubscription',
    summary: 'Pause a subscription',
    description:
      'Now, or at the end of the current period. Nothing is billed until it is resumed; the rest of the period follows ' +
      'then. Emits `subscription.paused`, or `subscription.updated` if it waits.',
    done: 'The subscription, which is paused or will be.',
    inputId: 'SubscriptionPauseInput',
  },
  {
    action: 'resume',
    operationId: 'resumeSubscription',
    summary: 'Resume a subscription',
    description:
      'Ends a pause or a skipped period now, or withdraws one to come. Emits `subscription.resumed`, or ' +
      '`subscription.updated` for one to come.',
    done: 'The subscription, which goes on.',
  },
  {
    action: 'skip',
    operationId: 'skipSubscriptionPeriod',
    summary: 'Skip the next period of a subscription',
    description: 'The next period passes without an invoice. Emits `subscription.updated`.',
    done: 'The subscription, whose next period is skipped.',
  },
];

const stepOperation = ({ stepSubscription }: SubscriptionStepsDeps, { action, done, inputId, ...about }: Step): Route =>
  writeOperation({
    ...about,
    method: 'post',
    path: `/api/subscriptions/{id}/${action}`,
    id: 'sub',
    access: { kind: 'scope', scope: 'subscriptions:write', own: true },
    versioned: true,
    ...(inputId === undefined ? {} : { body: stopInput(inputId), bodyOptional: true }),
    responses: { 200: { description: done, schema: subscriptionSchema } },
    problems: ['invalid_state'],
    write: async ({ actor, id, body, expected }) => {
      const atPeriodEnd = body?.at_period_end === true;
      return respond(
        await stepSubscription(actor, { id, action, atPeriodEnd, expected }),
        resourceResponse(subscriptionView),
      );
    },
  });
