import { expect } from 'chai';
import { withoutRepeatedOutages } from '#adapters/system/outage-log.ts';
import { unavailable } from '#core/shared/domain-error.ts';

describe('the log during an outage', () => {
  const subject = () => {
    const lines: [string, object, string][] = [];
    const at = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
    let time = 0;
    const log = withoutRepeatedOutages(
      { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
      () => time,
    );
    const pass = (ms: number): void => {
      time += ms;
    };
    return { log, lines, pass };
  };
  const lost = () => unavailable('The storage is not available.', new Error('connect ECONNREFUSED\n  detail'));

  it('has one line for all requests and tasks, without a stack', () => {
    const { log, lines, pass } = subject();
    for (let time = 0; time < 100; time += 1) {
      log.error({ err: lost(), request_id: 'a' }, 'request failed');
      log.warn({ err: lost(), task: 'b' }, 'task failed; retrying');
      pass(100);
    }
    expect(lines).to.deep.equal([
      ['error', { reason: 'connect ECONNREFUSED' }, 'the storage is not available; retrying'],
    ]);
    pass(60_000);
    log.error({ err: lost() }, 'request failed');
    expect(lines).to.have.length(2);
  });

  it('has every other line', () => {
    const { log, lines } = subject();
    const errors = [new Error('a bug'), unavailable('Too many requests.'), undefined];
    for (const err of errors) log.error({ err }, 'request failed');
    log.info({ err: lost() }, 'request');
    expect(lines).to.deep.equal([...errors.map((err) => ['error', { err }, 'request failed']), ...lines.slice(3)]);
    expect(lines).to.have.length(4);
  });
});
