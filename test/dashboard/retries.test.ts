import { expect } from 'chai';
import { onDashboard } from '../support/browser/dashboard.ts';
import { eventually } from '../support/eventually.ts';

/** Shows or hides the tab, as the browser tells pages. Runs in the page. */
const show = (state: 'visible' | 'hidden'): string =>
  `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
   document.dispatchEvent(new Event('visibilitychange'));`;

onDashboard('a load that fails', {}, ({ open }) => {
  it('is tried again after longer and longer pauses, and in the background only once it is seen', async () => {
    const page = await open('/products', { expectedLines: [/status of 503/] });
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    let [requests, isUp] = [0, false];
    await page.route(/\/api\/redirects\?/, async (route) => {
      requests += 1;
      if (isUp) return route.continue();
      return route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"status":503}' });
    });
    await page.clock.install();
    const pass = async (seconds: number, expected: number): Promise<void> => {
      await page.clock.runFor(seconds * 1_000);
      await eventually(`${expected} requests`, async () => requests === expected);
      await page.getByRole('alert').or(page.getByText('There is no redirect.')).first().waitFor();
    };
    await page.getByRole('link', { name: 'Redirects' }).click();
    await pass(0, 1);
    await pass(5, 2);
    await page.clock.runFor(9_000);
    expect(requests).to.equal(2);
    await pass(1, 3);
    await page.evaluate(show('hidden'));
    await page.clock.runFor(60_000);
    expect(requests).to.equal(3);
    isUp = true;
    await page.evaluate(show('visible'));
    await page.getByText(/^There is no redirect/).waitFor();
    expect(requests).to.equal(4);
  });
});
