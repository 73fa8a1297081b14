import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

const MOCHA = path.join(import.meta.dirname, '../../../node_modules/mocha/bin/mocha.js');
const SUITES = path.join(import.meta.dirname, '../../support/run-faulty-adapters.ts');

type Report = Readonly<{ failures: readonly Readonly<{ fullTitle: string }>[] }>;

describe('the contract suites on faulty adapters', () => {
  let failed: readonly string[];

  before(async () => {
    const args = [MOCHA, '--no-config', '--no-package', '--reporter', 'json', SUITES];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const { failures } = JSON.parse(await text(child.stdout)) as Report;
    failed = failures.map(({ fullTitle }) => fullTitle);
  });

  it('fail a gateway that reads an internal error of the provider as a decline', () => {
    for (const request of [
      'to charge an amount',
      'to authorize an amount',
      'to capture a part',
      'to void',
      'to refund a part',
    ]) {
      const title = `requests are of unknown outcome when the provider fails: ${request}`;
      expect(failed).to.include(`PaymentGateway by a gateway that misreads errors ${title}`);
    }
  });

  it('fail an event publisher whose broker cannot be stopped by the test', () => {
    const suite = 'EventPublisher to a broker that cannot be stopped';
    expect(failed).to.include(`${suite} can be tested with an outage of its broker`);
    expect(failed).to.include(`${suite} throws within its timeout during an outage and recovers`);
  });

  it('fail a pricing that mixes up lines and accepts unknown codes', () => {
    const suite = 'OrderPricing by a provider that sorts';
    expect(failed).to.include(`${suite} prices every line of a cart in its order, with amounts that add up`);
    expect(failed).to.include(`${suite} says why it refuses an unknown code, and prices the cart without it`);
  });

  it('fail an event publisher that publishes nothing', () => {
    const title = 'publishes all events of a batch in order, under their ids, as the API shows them';
    expect(failed).to.include(`EventPublisher to a broker that gets nothing ${title}`);
  });
});
