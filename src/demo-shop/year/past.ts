import type { SandboxMethod } from '#adapters/payment-gateways/sandbox/sandbox-method.ts';
import type { Past } from '#adapters/postgres/seeding/history.ts';

type Writable<T> = { -readonly [Name in keyof T]: T[Name] extends readonly (infer Item)[] ? Item[] : T[Name] };

/** A part of the past that is being made. */
export type GrowingPast = Writable<Past & Readonly<{ sandboxMethods: readonly SandboxMethod[] }>>;

export const newPast = (): GrowingPast => ({
  users: [],
  orders: [],
  orderEntries: [],
  payments: [],
  operations: [],
  paymentEntries: [],
  movements: [],
  returns: [],
  subscriptions: [],
  subscriptionMovements: [],
  invoices: [],
  paymentMethods: [],
  sandboxMethods: [],
  discountUses: [],
});
