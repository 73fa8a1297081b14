import { expect } from 'chai';
import { type Arrival, eventLines } from '#commands/webhooks-listen/event-lines.ts';
import { NOON } from '../../support/builders/builders.ts';

const EVENT = { id: 'evt_1', type: 'order.paid', resource_id: 'ord_1', data: { total: 19.99 } };

const linesOf = (arrival: Partial<Arrival>, verbose = false): string =>
  eventLines({ at: NOON, sequence: '7', body: JSON.stringify(EVENT), error: undefined, ...arrival }, { verbose });

describe('the listener’s output', () => {
  it('has one line per event', () => {
    expect(linesOf({})).to.equal('2026-11-20T12:00:00.000Z  order.paid  ord_1  #7  verified\n');
  });

  it('says why a message is not verified', () => {
    const line = linesOf({ error: 'is old', sequence: undefined });
    expect(line).to.equal('2026-11-20T12:00:00.000Z  order.paid  ord_1  -  NOT VERIFIED: the message is old\n');
  });

  it('includes the event on request', () => {
    const [line, ...json] = linesOf({}, true).split('\n');
    expect(line).to.match(/verified$/);
    expect(JSON.parse(json.join('\n'))).to.deep.equal(EVENT);
  });

  it('has a line for any other request', () => {
    for (const body of ['', 'nonsense', 'null', '[1]', '{"type":7}']) {
      expect(linesOf({ body }), body).to.equal('2026-11-20T12:00:00.000Z  ?  ?  #7  verified\n');
    }
  });

  it('contains no terminal control characters', () => {
    const body = JSON.stringify({ type: '\u001b[2Ja\nb', resource_id: `\u009b${'x'.repeat(500)}\u202e` });
    for (const verbose of [true, false]) {
      const text = linesOf({ body, sequence: '\u001b[1A' }, verbose);
      expect(text).not.to.match(/[^\P{C}\n]/u);
      expect(text.split('\n')[0]).to.have.length.below(250);
    }
  });
});
