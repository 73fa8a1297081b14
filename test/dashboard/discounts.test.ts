import { onDashboard, STAFF_RUNS } from '../support/dashboard.ts';
import { ordersOf } from '../support/dashboard-orders.ts';

const DAY_MS = 86_400_000;

onDashboard('discounts', { runs: STAFF_RUNS }, ({ app, open, expectAccessible }) => {
  const { post } = ordersOf(app);

  it('says which are expired, scheduled, disabled and active', async () => {
    const [past, future] = [-DAY_MS, DAY_MS].map((after) => new Date(Date.now() + after).toISOString());
    const discounts = [
      { name: 'Summer', valid_to: past },
      { name: 'Winter', valid_from: future },
      { name: 'Mistake', active: false, valid_to: past },
      { name: 'Welcome', valid_from: past, valid_to: future },
    ];
    for (const discount of discounts) await post('/api/discounts', { kind: 'percent', percent: 10, ...discount });
    const page = await open('/discounts');
    for (const name of ['Summer Expired', 'Winter Scheduled', 'Mistake Disabled', 'Welcome Active']) {
      await page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor();
    }
    await expectAccessible(page);
  });
});
