import type { ImportKind } from './import-kind.ts';
import { tableImportQuery } from './import-schemas.ts';

const COMMON =
  ' Columns are recognised by their names, or named by `mapping`; other columns are left out, and what cannot be taken as it is ' +
  'becomes `warnings`. Rows are stored in batches while the file arrives, and `GET /api/imports/{id}` shows the progress. ' +
  'With an `Idempotency-Key`, the same file sent again continues after the last stored row, or returns the finished import.';

const fileTypes = (csv: string, ndjson: object): ImportKind['files'] => ({
  'text/csv': { format: 'csv', example: csv },
  'application/x-ndjson': { format: 'ndjson', example: `${JSON.stringify(ndjson)}\n` },
});

/** Imports of what a shop has besides products. Orders stay where they are. */
export const TABLES: readonly ImportKind[] = [
  {
    resource: 'users',
    operationId: 'importUsers',
    summary: 'Import customers',
    description:
      'Creates and changes customers by the rows of a file: the exports of Shopify and WooCommerce, any other CSV with ' +
      'recognisable columns, or a JSON object per line. The e-mail names the customer. An empty cell leaves its field ' +
      'unchanged, and addresses are added to those that there are. A consent is stored with its time and source (columns ' +
      '`email_marketing`, `email_marketing_at`, `email_marketing_source`, and of `sms_marketing`); one without a time never ' +
      'replaces what the customer has said here. Passwords are not taken: customers set one by the mail of ' +
      '`POST /api/auth/password_resets`. Accounts with permissions, and those whose e-mail nobody has proved, are not changed. Former orders are not imported.' +
      COMMON +
      ' Emits `user.created` and `user.updated`.',
    query: tableImportQuery,
    files: fileTypes(
      'email,name,address.line1,address.city,address.country,email_marketing\r\n' +
        'ada@example.com,Ada Lovelace,Rua Augusta 1,Lisboa,PT,yes\r\n',
      { email: 'ada@example.com', name: 'Ada Lovelace', addresses: [{ line1: 'Rua Augusta 1', country: 'PT' }] },
    ),
  },
  {
    resource: 'discounts',
    operationId: 'importDiscounts',
    summary: 'Import discounts',
    description:
      'Creates and changes discounts with codes by the rows of a file: the export of Shopify, those of coupons of WooCommerce, ' +
      'any other CSV with recognisable columns, or a JSON object per line. The code names the discount. A discount that is for ' +
      'some products or customers only, which the file cannot name as here, is created inactive; former uses are taken off ' +
      '`max_uses`.' +
      COMMON,
    query: tableImportQuery,
    files: fileTypes('code,kind,percent,valid_to\r\nAUTUMN,percent,10,2027-09-01\r\n', {
      code: 'AUTUMN',
      kind: 'percent',
      percent: 10,
    }),
  },
  {
    resource: 'redirects',
    operationId: 'importRedirects',
    summary: 'Import redirects',
    description:
      'Creates and changes redirects by the rows of a file: the exports of Shopify and of the plugins Redirection and Yoast SEO, ' +
      'any other CSV with recognisable columns, or a JSON object per line. The path names the redirect.' +
      COMMON +
      ' Emits `redirect.created` and `redirect.updated`.',
    query: tableImportQuery,
    files: fileTypes('path,target\r\n/pages/contact.html,/contact\r\n', {
      path: '/pages/contact.html',
      target: '/contact',
    }),
  },
];
