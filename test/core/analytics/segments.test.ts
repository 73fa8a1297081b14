import { expect } from 'chai';
import { Interval } from '#core/analytics/interval.ts';
import { hourlySegments, type Segment } from '#core/analytics/rollup.ts';

const RANGE = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-04T00:00:00Z') };

const segmentsIn = (timeZone: string, interval: Interval): readonly Segment[] =>
  hourlySegments(RANGE, Interval.startsIn({ interval, timeZone }, RANGE));

const shown = (segments: readonly Segment[]): readonly string[] =>
  segments.map(({ grain, from, to }) => `${grain} ${from.toISOString().slice(8, 16)} ${to.toISOString().slice(8, 16)}`);

describe('segments of hours', () => {
  it('are one where intervals start on hours', () => {
    expect(shown(segmentsIn('Europe/Berlin', 'day'))).to.deep.equal(['hour 01T00:00 04T00:00']);
  });

  it('are quarter hours only where an interval starts within an hour', () => {
    expect(shown(segmentsIn('Asia/Kathmandu', 'day'))).to.deep.equal([
      'hour 01T00:00 01T18:00',
      'quarter_hour 01T18:00 01T19:00',
      'hour 01T19:00 02T18:00',
      'quarter_hour 02T18:00 02T19:00',
      'hour 02T19:00 03T18:00',
      'quarter_hour 03T18:00 03T19:00',
      'hour 03T19:00 04T00:00',
    ]);
  });

  it('are quarter hours where all intervals do', () => {
    expect(shown(segmentsIn('Asia/Kathmandu', 'hour'))).to.deep.equal(['quarter_hour 01T00:00 04T00:00']);
  });

  it('are single entries at the ends of other ranges', () => {
    const range = { from: new Date('2026-03-01T00:50:00Z'), to: new Date('2026-03-01T01:20:00Z') };
    expect(shown(hourlySegments(range, []))).to.deep.equal([
      'entries 01T00:50 01T01:00',
      'quarter_hour 01T01:00 01T01:15',
      'entries 01T01:15 01T01:20',
    ]);
  });
});
