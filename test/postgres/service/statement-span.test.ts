import { expect } from 'chai';
import { summaryOf } from '#adapters/postgres/connection/statement-span.ts';

describe('the summary of a statement', () => {
  const CASES: readonly (readonly [string, string])[] = [
    ['select "id" from "orders" where "id" = $1 for update skip locked', 'select orders'],
    ['insert into "orders" ("id") values ($1) on conflict ("id") do update set "id" = $1', 'insert orders'],
    ['update "products" set "stock" = $1', 'update products'],
    ['delete from "sessions" using "users"', 'delete sessions'],
    [
      'with "due" as (select * from "mails" for no key update) update "mail_requests" set "x" = 1',
      'update mail_requests',
    ],
    ['with "batch" as (select 1 from "events") select count(*) from "batch"', 'select events'],
    ['select assign_event_positions() as "assigned"', 'select assign_event_positions'],
    ['\n  select t.id from "orders" t', 'select orders'],
    ['\n  (select assign_event_positions())', 'select assign_event_positions'],
    ['commit', 'commit'],
  ];
  for (const [text, summary] of CASES) {
    it(`of ${text.slice(0, 40)}… is ${summary}`, () => {
      const { name, attributes } = summaryOf(text);
      expect(name).to.equal(summary);
      expect(attributes['db.query.summary']).to.equal(summary);
    });
  }
});
