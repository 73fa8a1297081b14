import { countedPage, creation, filteredPage, oneProduct, ordering, page, paying, type Requests } from './requests.ts';

/** A measurement: the name of an operation and its requests. */
export type Measurement = readonly [name: string, requests: Requests];

export const reads = (ids: readonly [string, ...string[]]): Measurement[] => [
  ['page of 20', page],
  ['page of 20 by category and price range', filteredPage],
  ['page of 20 by category and price range with total', countedPage],
  ['one product', oneProduct(ids)],
];

export const writes = (ids: readonly [string, ...string[]]): Measurement[] => [
  ['create a product', creation()],
  ['order two products', ordering(ids, 2)],
  ['pay an order', paying()],
];
