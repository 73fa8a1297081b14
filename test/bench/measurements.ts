import {
  countedPage,
  creation,
  filteredPage,
  oneProduct,
  ordering,
  page,
  paying,
  type Requests,
  type Side,
  search,
  unchangedProduct,
} from './requests.ts';

/** An operation with its requests, and the goal: parts of the floor's throughput, and of its processor time. */
export type Measurement = Readonly<{
  name: string;
  requests: Requests;
  goal: Readonly<{ throughput: number; cpu: number }>;
  /** 200 or 201 if left out. */
  status?: 304;
}>;

type Ids = readonly [string, ...string[]];

export const reads = (ids: Ids): Measurement[] => [
  { name: 'page of 20', requests: page, goal: { throughput: 1, cpu: 0.9 } },
  { name: 'page of 20 with total', requests: countedPage, goal: { throughput: 0.9, cpu: 1.3 } },
  {
    name: 'page of 20 by category and price range with total',
    requests: filteredPage,
    goal: { throughput: 0.6, cpu: 2 },
  },
  { name: 'search of two words with total', requests: search, goal: { throughput: 0.6, cpu: 2 } },
  { name: 'one product', requests: oneProduct(ids), goal: { throughput: 0.7, cpu: 1.4 } },
];

export const conditionalRead = (tags: Readonly<Record<Side, ReadonlyMap<string, string>>>): Measurement => ({
  name: 'one product, unchanged (304)',
  requests: unchangedProduct(tags),
  goal: { throughput: 0.8, cpu: 1.4 },
  status: 304,
});

export const writes = (ids: Ids): Measurement[] => [
  { name: 'create a product', requests: creation(), goal: { throughput: 0.3, cpu: 3.5 } },
  { name: 'order two products', requests: ordering(ids, 2), goal: { throughput: 0.45, cpu: 2.5 } },
  { name: 'pay an order', requests: paying(), goal: { throughput: 0.45, cpu: 2.5 } },
];
