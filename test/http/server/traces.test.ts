import { expect } from 'chai';
import { createProduct, itemsOf, order, payment } from '../../support/builders/resources.ts';
import { createWebhook, LOCAL_WEBHOOK_SETTINGS } from '../../support/builders/webhooks.ts';
import { configErrorOf } from '../../support/config-errors.ts';
import { eventually } from '../../support/eventually.ts';
import { aLog } from '../../support/log.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { type Receiver, startRawReceiver, startReceiver } from '../../support/servers/receivers.ts';
import { startApp } from '../../support/servers/start-app.ts';
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../../support/servers/trace-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;
const EMAIL = 'ada@example.com';

describe(`traces on ${STORAGE}`, () => {
  let traces: TraceReceiver;
  let hooks: Receiver;
  let spans: readonly ReceivedSpan[];
  const { log, lines } = aLog();

  before(async () => {
    process.env['OTEL_TRACES_SAMPLER'] = 'parentbased_always_on';
    [traces, hooks] = [await startTraceReceiver(), await startReceiver()];
    const settings = { ...LOCAL_WEBHOOK_SETTINGS, OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint };
    const app = await startApp({ ...settings, ...(await emptyStorage()) }, { log });
    await createWebhook(app, { url: hooks.url, events: ['order.created', 'order.paid'] });
    const items = itemsOf([await createProduct(app)]);
    const traced = { headers: { traceparent: TRACEPARENT, tracestate: 'shop=1' } };
    const placed = await order(app, { items, email: EMAIL }, traced);
    expect(placed.status).to.equal(201);
    await payment(app, placed.json.id);
    await app.call(`/api/orders?search=${EMAIL}`, { headers: { traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` } });
    await app.call(`/api/users/${EMAIL}`);
    await app.call('/health/ready');
    await eventually('both events were received', async () => hooks.received.length === 2);
    await app.stop();
    spans = traces.spans();
  });
  after(() => {
    delete process.env['OTEL_TRACES_SAMPLER'];
    traces.close();
    hooks.close();
  });

  const named = (name: string, traceId?: string): ReceivedSpan => {
    const span = spans.find((each) => each.name === name && (traceId === undefined || each.traceId === traceId));
    if (span === undefined) throw new Error(`There is no span ${name} among ${spans.map((each) => each.name)}.`);
    return span;
  };

  it('continue the trace of the caller, by the conventions of HTTP', () => {
    const span = named('POST /api/orders');
    expect(span).to.include({ traceId: TRACE, parentSpanId: CALLER, kind: 2 });
    const { 'server.port': port, ...attributes } = span.attributes;
    expect(port).to.be.a('number');
    expect(attributes).to.deep.equal({
      'http.request.method': 'POST',
      'http.route': '/api/orders',
      'http.response.status_code': 201,
      'url.path': '/api/orders',
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'commerce.caller.kind': 'api_key',
    });
    expect(span.resource).to.include({ 'service.name': 'commerce' });
  });

  it('follow an order to the delivery of its event, which tells the receiver its span', () => {
    const delivery = named('POST webhook', TRACE);
    const recordedBy = STORAGE === 'postgres' ? named('transaction', TRACE) : named('POST /api/orders');
    expect(delivery).to.include({ kind: 3, parentSpanId: recordedBy.spanId });
    expect(delivery.attributes).to.include({ 'http.response.status_code': 204, 'server.port': hooks.port });
    const received = hooks.received.find(({ body }) => body.includes('order.created'));
    expect(received?.headers['traceparent']).to.equal(`00-${TRACE}-${delivery.spanId}-01`);
    expect(received?.headers['webhook-id']).to.equal(delivery.attributes['commerce.event.id']);
  });

  if (STORAGE === 'postgres') {
    it('have a span of each transaction and statement, named without values', () => {
      const transaction = named('transaction', TRACE);
      expect(transaction).to.include({ kind: 3, parentSpanId: named('POST /api/orders').spanId });
      const statement = named('insert orders', TRACE);
      expect(statement).to.include({ kind: 3, parentSpanId: transaction.spanId });
      expect(statement.attributes).to.deep.equal({
        'db.system.name': 'postgresql',
        'db.operation.name': 'insert',
        'db.query.summary': 'insert orders',
        'db.collection.name': 'orders',
      });
    });
  }

  it('have the calls of gateways below the request that pays', () => {
    const call = named('authorize sandbox');
    expect(call.traceId).to.equal(named('POST /api/payments').traceId);
    expect(call.attributes).to.include({
      'commerce.payment.gateway': 'sandbox',
      'commerce.payment.outcome': 'captured',
    });
  });

  it('begin anew where the caller sends an invalid context', () => {
    const span = named('GET /api/orders');
    expect(span.parentSpanId ?? '').to.equal('');
    expect(span.traceId).to.match(/^(?!0+$)[0-9a-f]{32}$/);
  });

  it('contain no secret, no e-mail and no query', () => {
    const text = JSON.stringify(spans);
    for (const secret of [EMAIL, 'search=', 'whsec_', 'owner@example.com', 'Bearer', hooks.url]) {
      expect(text).not.to.include(secret);
    }
    // API keys, sessions and guests' tokens
    expect(text).not.to.match(/\bcp[a-z]_/);
    expect(named('GET /api/users/{id}').attributes['url.path']).to.equal('/api/users/*');
  });

  it('leave health checks out', () => {
    expect(spans.map(({ name }) => name).filter((name) => name.includes('/health'))).to.deep.equal([]);
  });

  it('are named by the log line of the request', () => {
    const entry = lines.map(({ fields }) => fields as Record<string, unknown>).find(({ trace_id: id }) => id === TRACE);
    expect(entry).to.include({ path: '/api/orders', method: 'POST' });
  });
});

describe(`a receiver of traces that never answers, on ${STORAGE}`, () => {
  const variables = {
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_TRACES_SAMPLER: 'always_on',
  };
  before(() => Object.assign(process.env, variables));
  after(() => {
    for (const name of Object.keys(variables)) delete process.env[name];
  });

  it('holds up no request and no stop, and is logged once', async () => {
    const silent = await startRawReceiver(() => {});
    const { log, lines } = aLog();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: new URL(silent.url).origin, ...(await emptyStorage()) };
    const app = await startApp(settings, { log });
    const failures = () => lines.filter(({ message }) => message === 'traces cannot be exported and are dropped');
    let requests = 0;
    await eventually('several exports have failed', async () => {
      requests += 1;
      expect((await app.call('/api/products')).status).to.equal(200);
      return silent.connections() > 3;
    });
    const stopping = performance.now();
    await app.stop();
    silent.close();
    expect(requests).to.be.at.least(3);
    expect(performance.now() - stopping).to.be.below(5_000);
    expect(failures()).to.have.length(1);
    expect(failures()[0]?.fields).to.have.property('reason').that.is.a('string').and.is.not.empty;
  });
});

describe('the receiver of traces', () => {
  it('gets a fiftieth of the requests by default, and all that a caller records', async () => {
    const traces = await startTraceReceiver();
    const app = await startApp({ STORAGE: 'memory', OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint });
    const recorded = { traceparent: TRACEPARENT };
    for (let count = 0; count < 1_000; count += 1)
      await app.call('/api/categories', count < 10 ? { headers: recorded } : {});
    await app.stop();
    traces.close();
    const requests = traces.spans().filter(({ name }) => name === 'GET /api/categories');
    expect(requests.filter(({ traceId }) => traceId === TRACE)).to.have.length(10);
    // 20 of 990: less or more has a probability of about one in a million
    expect(requests.length - 10).to.be.within(2, 45);
  });

  it('must be a URL', () => {
    expect(configErrorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).to.equal(
      'Wrong settings: OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://localhost:4318.',
    );
  });

  it('is not opened with a sampler that OpenTelemetry does not know', async () => {
    process.env['OTEL_TRACES_SAMPLER'] = 'sometimes';
    const starting = startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })
      .catch(({ message }: Error) => message)
      .finally(() => delete process.env['OTEL_TRACES_SAMPLER']);
    expect(await starting).to.match(/^Traces cannot be exported: OTEL_TRACES_SAMPLER value "sometimes" invalid/);
  });
});
