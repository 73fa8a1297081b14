import { Foundation } from './20261120-foundation.ts';
import { CoveringCategoryPrice } from './20261121-covering-category-price.ts';
import { RequestNames } from './20261121-request-names.ts';
import { People } from './20261122-people.ts';
import { Orders } from './20261123-orders.ts';
import { Payments } from './20261124-payments.ts';
import { Events } from './20261125-events.ts';
import { DeliveryRemoval } from './20261126-delivery-removal.ts';
import { DeliveryReplay } from './20261126-delivery-replay.ts';
import { DeliverySteps } from './20261126-delivery-steps.ts';
import { IdempotencyRecords } from './20261127-idempotency-records.ts';
import { OrderItems } from './20261128-order-items.ts';
import { PaymentTerms } from './20261128-payment-terms.ts';
import { DeliveryAdditions } from './20261129-delivery-additions.ts';
import { DeliveryFunctions } from './20261129-delivery-functions.ts';
import { EventAndWebhookTerms } from './20261129-event-and-webhook-terms.ts';

/** The migrations in order; released ones never change. */
export const MIGRATIONS = {
  tableName: 'migrations',
  migrationsList: [
    { name: '20261120-foundation', class: Foundation },
    { name: '20261121-covering-category-price', class: CoveringCategoryPrice },
    { name: '20261121-request-names', class: RequestNames },
    { name: '20261122-people', class: People },
    { name: '20261123-orders', class: Orders },
    { name: '20261124-payments', class: Payments },
    { name: '20261125-events', class: Events },
    { name: '20261126-delivery-steps', class: DeliverySteps },
    { name: '20261126-delivery-replay', class: DeliveryReplay },
    { name: '20261126-delivery-removal', class: DeliveryRemoval },
    { name: '20261127-idempotency-records', class: IdempotencyRecords },
    { name: '20261128-order-items', class: OrderItems },
    { name: '20261128-payment-terms', class: PaymentTerms },
    { name: '20261129-event-and-webhook-terms', class: EventAndWebhookTerms },
    { name: '20261129-delivery-functions', class: DeliveryFunctions },
    { name: '20261129-delivery-additions', class: DeliveryAdditions },
  ],
  snapshot: false,
  allOrNothing: true,
  disableForeignKeys: false,
} as const;
