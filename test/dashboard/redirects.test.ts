import { expect } from 'chai';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { chooseOfRow } from '../support/browser/row-menu.ts';

onDashboard('redirects', { run: STAFF_FLOW }, ({ app, open, click, fill, expectAccessible }) => {
  const stored = async () =>
    (await app().call('/api/redirects')).json.data.map((redirect: Record<string, string>) => [
      redirect['path'],
      redirect['target'],
    ]);

  it('are added, changed and deleted', async () => {
    const page = await open('/redirects', { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Add a redirect' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Former address'), 'https://old.example/About.html');
    await fill(dialog.getByLabel('Leads to'), '//evil.example');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Add a redirect' }));
    await dialog.getByText('must be a path that begins with one /').waitFor();
    await fill(dialog.getByLabel('Leads to'), '/about');
    await click(dialog.getByRole('button', { name: 'Add a redirect' }));
    await dialog.waitFor({ state: 'detached' });
    expect(await stored()).to.deep.equal([['/About.html', '/about']]);
    const row = page.getByRole('row', { name: /^\/About\.html/ });
    await chooseOfRow({ click }, row, 'Edit');
    await fill(dialog.getByLabel('Leads to'), '/about-us');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByRole('row', { name: /^\/About\.html \/about-us/ }).waitFor();
    expect(await stored()).to.deep.equal([['/About.html', '/about-us']]);
    await expectAccessible(page);
    await chooseOfRow({ click }, row, 'Delete');
    await click(dialog.getByRole('button', { name: 'Delete' }));
    await page.getByText('There is no redirect.').waitFor();
    expect(await stored()).to.deep.equal([]);
  });
});
