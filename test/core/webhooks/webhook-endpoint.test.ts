import { expect } from 'chai';
import { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { anEndpoint } from '../../support/builders/webhook-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

describe('a webhook endpoint', () => {
  const rotated = (endpoint: WebhookEndpoint, encrypted: string, overlapSeconds: number, at = NOON): WebhookEndpoint =>
    WebhookEndpoint.rotate(endpoint, {
      origin: { session: null, key: null },
      encrypted,
      overlapMs: overlapSeconds * 1000,
      at,
    });

  describe('when created', () => {
    it('signs with one secret and receives events from then on', () => {
      const endpoint = anEndpoint();
      expect(endpoint).to.include({ enabled: true, disabledReason: null, enabledAt: NOON, version: 1 });
      expect(WebhookEndpoint.secretsAt(endpoint, noonPlus(1e9))).to.deep.equal(['sealed']);
    });

    it('may start disabled by request', () => {
      expect(anEndpoint({ enabled: false })).to.include({ enabled: false, disabledReason: 'requested' });
    });
  });

  describe('when disabled and enabled', () => {
    const disabled = WebhookEndpoint.disable(anEndpoint(), 'gone', noonPlus(1));

    it('stores the reason and time', () => {
      expect(disabled).to.deep.include({ enabled: false, disabledReason: 'gone', version: 2, updatedAt: noonPlus(1) });
      expect(disabled.enabledAt).to.equal(NOON);
    });

    it('keeps the first reason', () => {
      expect(WebhookEndpoint.disable(disabled, 'failing', noonPlus(2))).to.equal(disabled);
      const again = WebhookEndpoint.change(disabled, { enabled: false }, noonPlus(2));
      expect(again).to.include({ enabled: false, disabledReason: 'gone' });
    });

    it('is disabled by request through a patch', () => {
      const changed = WebhookEndpoint.change(anEndpoint(), { enabled: false }, noonPlus(2));
      expect(changed).to.include({ enabled: false, disabledReason: 'requested' });
    });

    it('receives events from its activation on', () => {
      const enabled = WebhookEndpoint.change(disabled, { enabled: true }, noonPlus(5));
      expect(enabled).to.deep.include({ enabled: true, disabledReason: null, enabledAt: noonPlus(5), version: 3 });
    });

    it('keeps its activation time when it is patched while enabled', () => {
      for (const fields of [{ enabled: true }, { url: 'https://other.example/' }, {}]) {
        expect(WebhookEndpoint.change(anEndpoint(), fields, noonPlus(5)).enabledAt).to.equal(NOON);
      }
      expect(WebhookEndpoint.change(disabled, { url: 'https://other.example/' }, noonPlus(5))).to.include({
        enabled: false,
        disabledReason: 'gone',
      });
    });
  });

  describe('when its secret is rotated', () => {
    it('signs with both secrets until the overlap ends', () => {
      const endpoint = rotated(anEndpoint(), 'new', 60);
      expect(WebhookEndpoint.secretsAt(endpoint, noonPlus(59.999))).to.deep.equal(['new', 'sealed']);
      expect(WebhookEndpoint.secretsAt(endpoint, noonPlus(60))).to.deep.equal(['new']);
      expect(endpoint).to.include({ version: 2, updatedAt: NOON });
    });

    it('drops the old secret at once without an overlap', () => {
      const endpoint = rotated(rotated(anEndpoint(), 'second', 3600), 'third', 0);
      expect(endpoint.secrets).to.deep.equal([{ encrypted: 'third', expiresAt: null }]);
    });

    it('never extends an earlier secret’s end', () => {
      const endpoint = rotated(rotated(anEndpoint(), 'second', 60), 'third', 3600);
      expect(WebhookEndpoint.secretsAt(endpoint, noonPlus(59))).to.deep.equal(['third', 'second', 'sealed']);
      expect(WebhookEndpoint.secretsAt(endpoint, noonPlus(60))).to.deep.equal(['third', 'second']);
      const sooner = rotated(rotated(anEndpoint(), 'second', 3600), 'third', 60);
      expect(WebhookEndpoint.secretsAt(sooner, noonPlus(60))).to.deep.equal(['third']);
    });

    it('has at most five secrets and can rotate again when one has ended', async () => {
      let endpoint = rotated(anEndpoint(), 'second', 60);
      for (const encrypted of ['third', 'fourth', 'fifth']) endpoint = rotated(endpoint, encrypted, 3600);
      expect(WebhookEndpoint.secretsAt(endpoint, NOON)).to.have.length(5);
      expect(await thrownBy(() => rotated(endpoint, 'sixth', 60))).to.include({ code: 'invalid_state' });
      expect(rotated(endpoint, 'sixth', 0).secrets).to.have.length(1);
      expect(WebhookEndpoint.secretsAt(rotated(endpoint, 'sixth', 60, noonPlus(60)), noonPlus(60))).to.have.length(5);
    });
  });
});
