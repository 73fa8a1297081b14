import { expect } from 'chai';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { requireAccessible, THEMES } from '../support/browser/accessibility.ts';
import { hasBrowser, startBrowser, type Visit, visit } from '../support/browser/browser.ts';
import { createProduct } from '../support/builders/resources.ts';
import { onStorage } from '../support/servers/on-service.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

// the run's notice names chromium if it is missing
if (hasBrowser()) {
  onStorage('memory', 'the pages for developers in a browser', ({ app }) => {
    let browser: Browser;
    let visits: Visit[] = [];

    before(async () => {
      browser = await startBrowser();
    });
    afterEach(async () => {
      const lines = visits.flatMap((each) => each.console);
      await Promise.all(visits.map((each) => each.close()));
      visits = [];
      expect(lines).to.deep.equal([]);
    });

    const open = async (at: string, options: BrowserContextOptions = { viewport: WIDE }) => {
      const opened = await visit(browser, options);
      visits.push(opened);
      await opened.page.goto(app().url + at);
      return opened.page;
    };

    it('are accessible in both themes, and fit a phone', async () => {
      const pages = [
        '/',
        '/docs',
        '/docs/guides/storefront',
        '/docs/guides/accounts',
        '/docs/reference/images',
        '/docs/reference/event-types',
      ];
      for (const viewport of [WIDE, PHONE]) {
        const page = await open('/docs/errors', { viewport });
        for (const at of [...pages, '/docs/errors/conflict', '/docs/errors']) {
          await page.goto(app().url + at);
          await requireAccessible(page, THEMES);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          expect(width, at).to.equal(viewport.width);
        }
      }
    });

    it('show an operation that a link leads to, and the field of one, without any script', async () => {
      const page = await open('/docs/reference/orders#createOrder', { viewport: PHONE, javaScriptEnabled: false });
      await page.getByRole('heading', { name: 'Create an order' }).waitFor();
      await page.goto(`${app().url}/docs/reference/orders#createOrder.shipping_address.postal_code`);
      await page.locator('[id="createOrder.shipping_address.postal_code"]').waitFor();
      await page.locator('label[for="menu"]').click();
      await page.getByRole('link', { name: 'Event types' }).first().waitFor();
    });

    it('lead from the address that an operation had before to that of now', async () => {
      const page = await open('/docs#/Orders/createOrder');
      await page.waitForURL('**/docs/reference/orders#createOrder');
    });

    it('show samples in the chosen language, also on the next page', async () => {
      const page = await open('/docs/reference/redirects');
      await page.locator('label[for="typescript"]').click();
      await page.getByText("client.get('/api/redirects')").waitFor();
      await page.goto(`${app().url}/docs/reference/returns`);
      await page.getByText("client.get('/api/returns')").waitFor();
      expect(await page.getByText('curl "').first().isVisible()).to.equal(false);
    });

    it('show the commands of a guide in the chosen language, without any script', async () => {
      const page = await open('/docs/guides/accounts', { viewport: PHONE, javaScriptEnabled: false });
      const languages = page.getByRole('group', { name: 'Language of the samples' });
      const [commands, program] = ['curl -s -X DELETE "$URL/api/users/me"', "await session.delete('/api/users/me'"];
      const shown = () => Promise.all([commands, program].map((text) => page.getByText(text).isVisible()));
      expect(await languages.getByRole('radio').count()).to.equal(2);
      expect(await shown()).to.deep.equal([true, false]);
      await languages.locator('label[for="typescript"]').click();
      expect(await shown()).to.deep.equal([false, true]);
      // what needs no choice is always there
      expect(await page.getByText('PublicKeyCredential.parseCreationOptionsFromJSON').isVisible()).to.equal(true);
    });

    it('show a part of a guide that a link leads to, below the choice of the language', async () => {
      for (const viewport of [WIDE, PHONE]) {
        const page = await open('/docs/guides/accounts#reset-a-password', { viewport });
        const choice = await page.locator('.languages').boundingBox();
        const heading = await page.getByRole('heading', { name: 'Reset a password' }).boundingBox();
        expect(heading?.y).to.be.within((choice?.y ?? 0) + (choice?.height ?? 0), 200);
      }
    });

    it('copy code', async () => {
      const page = await open('/docs/guides/quick-start', { viewport: WIDE, permissions: ['clipboard-write'] });
      await page.locator('.code').first().hover();
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
    });

    it('are searched with the keyboard', async () => {
      const page = await open('/docs/guides/quick-start');
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill('idempotency key reused');
      await page.getByRole('link', { name: /idempotency_key_reused/ }).waitFor();
      await page.getByRole('searchbox').fill('refund payment');
      await page.getByRole('link', { name: /^Create a refund/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/**#*');
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').fill('zzzz');
      await page.getByText('Nothing found. Try other words.').waitFor();
    });

    it('try a read with a key', async () => {
      const { id } = await createProduct(app(), { name: 'Tried product' });
      const page = await open('/docs/reference/products#getProduct');
      const operation = page.locator('#getProduct');
      await operation.getByRole('button', { name: 'Try it' }).click();
      await operation.getByLabel('id').fill(id);
      await operation.getByLabel('API key').fill(app().ownerKey);
      await operation.getByRole('button', { name: 'Send' }).click();
      await operation.getByText('"name": "Tried product"').waitFor();
    });
  });
}
