import { expect } from 'chai';
import { METRICS } from '#core/analytics/metrics.ts';
import { MONEY_FIGURES } from '../../src/dashboard/screens/analytics/money-figures.ts';

describe('the amounts of reports in the dashboard', () => {
  it('are the metrics with the unit money, and the state of subscriptions', () => {
    const metrics = Object.entries(METRICS).flatMap(([name, { unit }]) => (unit === 'money' ? [name] : []));
    expect([...MONEY_FIGURES]).to.have.members([...metrics, 'mrr', 'arr']);
  });
});
