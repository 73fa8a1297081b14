import { expect } from 'chai';
import { dateOf } from '#core/imports/source/dates.ts';

describe('dates in cells', () => {
  const DATES: Readonly<Record<string, string>> = {
    '2026-06-22 01:24:35 +0400': '2026-06-21T21:24:35.000Z',
    '2026-06-22T01:24:35.123456+04:00': '2026-06-21T21:24:35.000Z',
    '2026-06-22 01:24:35 UTC': '2026-06-22T01:24:35.000Z',
    '2026-06-22 01:24': '2026-06-22T01:24:00.000Z',
    '2026-06-22': '2026-06-22T00:00:00.000Z',
    '2024-02-29Z': '2024-02-29T00:00:00.000Z',
    '22.6.2026': '2026-06-22T00:00:00.000Z',
    '22.06.2026 13:30': '2026-06-22T13:30:00.000Z',
    '1798761600': '2027-01-01T00:00:00.000Z',
  };
  for (const [cell, time] of Object.entries(DATES)) {
    it(`are read from ${cell}`, () => expect(dateOf(cell)?.toISOString()).to.equal(time));
  }

  for (const cell of [
    '01/02/2026',
    '2026-02-29',
    '2026-13-01',
    '2026-06-22 25:00',
    '31.02.2026',
    '06.22.2026',
    'soon',
    '',
    '2026',
  ]) {
    it(`are not guessed from ${JSON.stringify(cell)}`, () => expect(dateOf(cell)).to.equal(undefined));
  }
});
