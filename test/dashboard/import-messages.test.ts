import { Readable } from 'node:stream';
import { expect } from 'chai';
import { IMPORT_RESOURCES, type ImportResource } from '#core/imports/import-resource.ts';
import { rowMessage, setMessages } from '../../src/dashboard/text/api-message.ts';
import { germanImportMessages } from '../../src/dashboard/text/de-import-messages.ts';
import { germanMessages } from '../../src/dashboard/text/de-messages.ts';
import { english } from '../../src/dashboard/text/en.ts';
import { reportsOf, untranslated } from '../support/builders/import-reports.ts';
import { csvOf } from '../support/builders/imports.ts';

/** Rows that the files of other shops lack, each with something that is left out or wrong. */
const FAULTY: Readonly<Record<Exclude<ImportResource, 'products'>, readonly object[]>> = {
  users: [
    { email: 'no e-mail' },
    { name: 'Ada' },
    { email: 'admin@example.com', role: 'administrator' },
    { email: 'a@example.com', email_marketing: 'perhaps', password: 'x', name: 'a'.repeat(300) },
    { email: 'b@example.com', email_marketing: 'yes', email_marketing_at: '01/02/2026', phone: 'none' },
    { email: 'c@example.com', 'address.city': 'Ulm', 'shipping.line1': 'Weg 1' },
    { email: 'd@example.com', 'address.line1': 'Weg 1', 'address.country': 'Nowhere', tags: 'vip', note: 'x' },
    { email: 'd@example.com', tax_exempt: 'yes' },
    { email: 'e@example.com', 'address.line1': 'Weg 1', 'address.phone': '1', 'address.country': 'DE' },
  ],
  discounts: [
    { kind: 'percent', percent: '10' },
    { code: 'A', kind: 'percent', percent: '150', max_uses: '1.5' },
    { code: 'B', kind: 'amount', amount: 'much', valid_to: 'soon' },
    { code: 'B2', kind: 'amount', amount: '-1', priority: '-1', valid_from: '2026-02-01', valid_to: '2026-01-01' },
    { code: 'C', kind: 'unknown' },
    { code: 'D', type: 'percent', value: '10', free_shipping: 'yes', customers: 'VIPs', restriction: '12' },
    { code: 'E', type: 'percent', value: '10', max_uses: '5', uses: '5', currency: 'euro' },
    { code: 'F', type: 'percent', value: '10', max_uses: '5', uses: '2', min_total: '1.299' },
    { code: 'G', type: 'gift' },
    { code: 'x'.repeat(70), type: 'percent', value: '10' },
  ],
  redirects: [
    { path: '/a' },
    { target: '/b', code: '410' },
    { path: '/c', code: '410' },
    { path: '^/d', target: '/d', regex: '1' },
    { path: '/e', target: '/e1' },
    { path: '/E', target: '/e2' },
    { path: `/${'f'.repeat(3_000)}`, target: '/f' },
  ],
};

/** A file whose columns are all those that a row has. */
const fileOf = (rows: readonly object[]): Buffer => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => new Map(Object.entries(row)).get(name) ?? ''));
  return Buffer.from(csvOf(names.join(','), ...cells.map((each) => each.join(','))));
};

describe('the messages about rows of files', () => {
  before(() => setMessages({ ...germanMessages, ...germanImportMessages }));
  after(() => setMessages({}));

  for (const resource of IMPORT_RESOURCES.filter((each) => each !== 'products')) {
    it(`have the words of the language: ${resource}`, async () => {
      const { warnings, errors } = await reportsOf(Readable.from([fileOf(FAULTY[resource])]), {
        format: 'csv',
        resource,
      });
      const messages = [...warnings, ...errors].map(({ message }) => message);
      expect(messages.length).to.be.at.least(FAULTY[resource].length - 1);
      expect(messages.flatMap(untranslated)).to.deep.equal([]);
      expect(Object.keys(english.imports.kinds)).to.include.members(warnings.map(({ code }) => code));
    });
  }

  it('are known for each of several errors of a row', () => {
    expect(rowMessage('is required; target must be at most 3')).to.equal(
      'ist erforderlich; target darf höchstens 3 sein',
    );
    expect(rowMessage('must be something new; target is required')).to.equal(
      'must be something new; target ist erforderlich',
    );
  });
});
