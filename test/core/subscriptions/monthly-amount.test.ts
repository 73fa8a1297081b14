import { expect } from 'chai';
import type { PlanFields } from '#core/subscriptions/plan-fields.ts';
import { monthlyAmount } from '#core/subscriptions/subscription-movement.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';

const TIERS = [
  { up_to: 2, unit_amount: 3.33, flat_amount: 1 },
  { up_to: null, unit_amount: 1, flat_amount: 5 },
];

const CASES: readonly (readonly [name: string, fields: Partial<PlanFields>, quantity: number, monthly: string])[] = [
  ['a flat price', { pricing: 'flat', amount: 10, setup_amount: 99 }, 3, '10.00'],
  ['a price per unit', { amount: 9.99 }, 3, '29.97'],
  ['no units', { amount: 9.99 }, 0, '0.00'],
  ['graduated tiers', { pricing: 'graduated', tiers: TIERS }, 5, '15.66'],
  ['volume tiers', { pricing: 'volume', tiers: TIERS }, 5, '10.00'],
  ['a quarter', { amount: 100, interval_count: 3 }, 1, '33.33'],
  ['a half of a minor unit', { amount: 0.03, interval_count: 2 }, 1, '0.02'],
  ['a year', { amount: 365, interval: 'year' }, 1, '30.42'],
  ['three years', { amount: 365, interval: 'year', interval_count: 3 }, 1, '10.14'],
  ['a week', { amount: 7, interval: 'week' }, 1, '30.33'],
  ['ten days', { amount: 1, interval: 'day', interval_count: 10 }, 1, '3.04'],
  ['the largest price, daily', { amount: 999_999_999_999.99, interval: 'day' }, 1, '30416666666666.36'],
  ['a currency without decimals', { amount: 1000, interval: 'year', currency: 'JPY' }, 1, '83'],
  ['a currency with three decimals', { amount: 1, interval: 'week', currency: 'KWD' }, 1, '4.333'],
  ['usage', { amount: 9.99, usage: 'sum' }, 3, '0.00'],
  ['usage with a flat part', { pricing: 'graduated', tiers: TIERS, usage: 'max' }, 5, '1.00'],
];

describe('the monthly amount of a plan', () => {
  for (const [name, fields, quantity, monthly] of CASES) {
    it(`is exact and rounded half up for ${name}`, () => {
      expect(monthlyAmount(aPlan(fields), quantity).toDecimal()).to.equal(monthly);
    });
  }
});
