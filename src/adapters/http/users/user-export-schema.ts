import Joi from 'joi';
import type { PersonalDataKind } from '#core/users/ports.ts';
import type { UserView } from '#core/users/user-view.ts';
import { timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { userSchema } from '../schemas/user.ts';

const resources = (description: string): Joi.ArraySchema =>
  required(Joi.array().items(Joi.object().unknown()), description);

type UserExportBody = Readonly<{ object: 'user_export'; exported_at: string; user: UserView }> &
  Readonly<Record<PersonalDataKind, readonly object[]>>;

export const userExport = objectOf<UserExportBody>({
  object: required(Joi.string().valid('user_export'), 'The type of the resource.'),
  exported_at: required(timestamp(), 'When the export began.'),
  user: userSchema.required(),
  sessions: resources('The sessions.'),
  saved_views: resources('The saved views of lists, if there are any.'),
  api_keys: resources('The API keys.'),
  second_factors: resources('The second factors, without their secrets.'),
  carts: resources('The carts of the user, and those of guests with the verified e-mail.'),
  checkouts: resources('The checkouts without an order, likewise.'),
  orders: resources('The orders of the user, and guest orders with the verified e-mail.'),
  payments: resources('The payments of these orders and of the invoices.'),
  refunds: resources('The refunds of these payments.'),
  returns: resources('The returns of these orders.'),
  withdrawals: resources(
    'The withdrawals from these orders, and those without an order that have the verified e-mail.',
  ),
  payment_methods: resources('The saved payment methods.'),
  subscriptions: resources('The subscriptions.'),
  invoices: resources('The invoices of the user and of these orders.'),
  credit_notes: resources('The credit notes of these invoices.'),
  order_timeline: resources('The timeline entries of these orders, with notes.'),
  events: resources('The events of the user, the API keys, and everything above.'),
  audit_log: resources('The audit entries by and about the user.'),
})
  .id('UserExport')
  .description('All stored data of a user.');
