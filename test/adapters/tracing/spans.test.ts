import { setTimeout as sleep } from 'node:timers/promises';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect } from 'chai';
import { makeSpans } from '#adapters/tracing/spans.ts';
import type { Tracing } from '#core/shared/tracing.ts';

const UNSAMPLED = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' };
const REQUEST = { name: 'request', kind: 'server', parent: {} } as const;
const STEP = { name: 'step', kind: 'internal' } as const;

describe('spans', () => {
  let exported: InMemorySpanExporter;
  let contexts: AsyncLocalStorageContextManager;
  let tracing: Tracing;

  beforeEach(() => {
    exported = new InMemorySpanExporter();
    contexts = new AsyncLocalStorageContextManager().enable();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exported)] });
    tracing = makeSpans(provider.getTracer('test'), contexts);
  });
  afterEach(() => contexts.disable());

  const spans = (): readonly ReadableSpan[] => exported.getFinishedSpans();
  const names = (): string[] => spans().map(({ name }) => name);

  it('of steps at the same time belong to the requests that run them', async () => {
    const request = (name: string) =>
      tracing.begin({ ...REQUEST, name }, async () => {
        await sleep(1);
        await tracing.run({ ...STEP, name: `${name}’s` }, () => sleep(1));
      });
    await Promise.all([request('one'), request('other')]);
    for (const name of ['one', 'other']) {
      const [parent, step] = [name, `${name}’s`].map((each) => spans().find((span) => span.name === each));
      expect(step?.parentSpanContext?.spanId).to.equal(parent?.spanContext().spanId);
    }
  });

  it('are not recorded below a caller that does not record, nor without a first one', async () => {
    await tracing.begin({ ...REQUEST, parent: UNSAMPLED }, async () => {
      expect(tracing.isRecording()).to.equal(false);
      expect(tracing.traceParent()).to.equal(undefined);
      await tracing.run(STEP, async () => {});
    });
    expect(await tracing.run(STEP, async () => 'done')).to.equal('done');
    expect(names()).to.deep.equal([]);
  });

  it('of a step that throws have failed, and say nothing of its message', async () => {
    const error = Object.assign(new Error('ada@example.com exists'), { code: '23505' });
    const failing = tracing.begin(REQUEST, () => tracing.run(STEP, () => Promise.reject(error)));
    expect(await failing.catch((thrown: unknown) => thrown)).to.equal(error);
    for (const span of spans()) {
      expect(span.status).to.deep.equal({ code: 2 });
      expect(span.attributes).to.deep.equal({ 'error.type': '23505' });
      expect(span.events).to.deep.equal([]);
    }
    expect(names()).to.deep.equal(['step', 'request']);
  });

  it('of a task begin with the first step or event in it', async () => {
    await tracing.task('idle', async () => {
      expect(tracing.isRecording()).to.equal(false);
    });
    expect(names()).to.deep.equal([]);
    await tracing.task('busy', async () => {
      await tracing.run(STEP, async () => {});
      expect(tracing.isRecording()).to.equal(true);
    });
    expect(names()).to.deep.equal(['step', 'busy']);
    await tracing.task('announcing', async () => {
      expect(tracing.traceParent()).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    });
    expect(names()).to.deep.equal(['step', 'busy', 'announcing']);
  });

  it('are recorded of a task that takes long', async () => {
    await tracing.task('slow', () => sleep(110));
    const failing = tracing.task('failing', () => sleep(110).then(() => Promise.reject(new TypeError('no'))));
    expect(await failing.catch(({ name }: Error) => name)).to.equal('TypeError');
    expect(names()).to.deep.equal(['slow', 'failing']);
    expect(spans().map(({ status }) => status.code)).to.deep.equal([0, 2]);
  });
});
