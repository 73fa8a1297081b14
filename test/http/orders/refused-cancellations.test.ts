import path from 'node:path';
import { expect } from 'chai';
import { createOrder, createPayment, createProduct, itemsOf, stockOf } from '../../support/builders/resources.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';
import { refuseWith } from '../../support/gateways/refusing-gateway.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const REFUSING = path.join(import.meta.dirname, '../../support/gateways/refusing-gateway.ts');

const DECLINED = { kind: 'declined', code: 'charge_disputed', message: 'The charge is disputed.' } as const;
const UNREACHABLE = { kind: 'unreachable', why: 'the gateway is down' } as const;

type Properties = Readonly<Record<string, Readonly<{ type: string; enum?: readonly string[] }>>>;

onService(
  'a cancellation whose payment is not reversed',
  ({ app }) => {
    afterEach(() => refuseWith(undefined));

    const cancel = (id: string, key: string): Promise<Reply> =>
      app().call(`/api/orders/${id}/cancel`, { method: 'POST', headers: { 'Idempotency-Key': `${key}:${id}` } });

    /** The document lists the status and the code, the headers, and each member of the body with its type. */
    const expectDocumented = async ({ status, headers, json }: Reply): Promise<void> => {
      const { paths, components } = withParts((await app().call('/api/openapi.json')).json);
      const response = paths['/api/orders/{id}/cancel'].post.responses[status];
      expect(response.description).to.include(`\`${json.code}\``);
      const { $ref } = response.content['application/problem+json'].schema;
      const { properties, required } = components.schemas[$ref.split('/').at(-1)];
      expect(json).to.include.all.keys(required);
      for (const [name, value] of Object.entries(json)) {
        const { type, enum: values } = (properties as Properties)[name] ?? {};
        expect(typeof value, name).to.equal(type === 'integer' ? 'number' : type);
        if (values !== undefined) expect(values, name).to.include(value);
      }
      if (headers.has('retry-after')) expect(response.headers).to.have.property('Retry-After');
    };

    for (const [step, capture_method] of [
      ['refund', 'automatic'],
      ['void', 'manual'],
    ] as const) {
      const paidOrder = async () => {
        const product = await createProduct(app(), { price: 20, stock: 5 });
        const { id } = await createOrder(app(), { items: itemsOf([product], 2) });
        const { id: paymentId } = await createPayment(app(), id, { gateway: 'refusing', capture_method });
        return { id, paymentId, product };
      };

      const expectUncancelled = async (id: string, product: { id: string }): Promise<void> => {
        expect((await app().call(`/api/orders/${id}`)).json.status).to.not.equal('cancelled');
        expect(await stockOf(app(), product)).to.equal(3);
      };

      const expectCancelled = async (reply: Reply, product: { id: string }): Promise<void> => {
        expect([reply.status, reply.json.status], reply.text).to.deep.equal([200, 'cancelled']);
        expect(await stockOf(app(), product)).to.equal(5);
      };

      it(`is rejected with 402 if the gateway declines the ${step}, and can be repeated under a new key`, async () => {
        const { id, paymentId, product } = await paidOrder();
        refuseWith(DECLINED);
        const reply = await cancel(id, 'first');
        const problem = expectProblem(reply, 402, 'payment_declined');
        expect(problem).to.include({
          decline_code: 'charge_disputed',
          detail: DECLINED.message,
          payment_id: paymentId,
        });
        await expectDocumented(reply);
        await expectUncancelled(id, product);
        refuseWith(undefined);
        expect((await cancel(id, 'first')).text).to.equal(reply.text);
        await expectCancelled(await cancel(id, 'second'), product);
      });

      it(`is rejected with 502 if the gateway cannot be reached for the ${step}, and can be repeated`, async () => {
        const { id, product } = await paidOrder();
        refuseWith(UNREACHABLE);
        const reply = await cancel(id, 'first');
        const problem = expectProblem(reply, 502, 'gateway_error');
        expect(problem.detail).to.equal('The gateway refusing cannot be reached.');
        expect(reply.headers.get('retry-after')).to.equal('2');
        await expectDocumented(reply);
        await expectUncancelled(id, product);
        refuseWith(undefined);
        await expectCancelled(await cancel(id, 'first'), product);
      });
    }
  },
  { PAYMENT_GATEWAYS: `sandbox,${REFUSING}` },
);
