import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { systemClock } from '#adapters/system/system-clock.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { WebhookMessage, WebhookResponse, WebhookSender } from '#core/webhooks/ports.ts';
import { clockAtNoon, NOON } from '../../support/builders/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startRawReceiver, startReceiver } from '../../support/servers/receivers.ts';
import { BAD_RESPONSES, RETRY_AFTER, SLOW_RESPONSES } from './webhook-responses.ts';

/** A sender to receivers on this machine, with secrets encrypted by its `encrypt`. */
type WebhookSenderUnderTest = Readonly<{
  sender: WebhookSender;
  encrypt(secret: string): string;
  close(): Promise<void>;
}>;

type OpenSender = (options: Readonly<{ clock: SystemClock; limitMs: number }>) => WebhookSenderUnderTest;

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [SECRET, NEW_SECRET] = [secretOf(1), secretOf(2)];

const BODY = JSON.stringify({ id: 'evt_1', type: 'order.created', data: { name: 'Olá 李小龍 𝒜' } });

/** The contract of webhook senders. */
export const webhookSenderContract = (name: string, open: OpenSender): void => {
  describe(`WebhookSender by ${name}`, () => {
    const opened: { close(): unknown }[] = [];
    const keep = <T extends { close(): unknown }>(closeable: T): T => {
      opened.push(closeable);
      return closeable;
    };
    afterEach(async () => {
      for (const closeable of opened.splice(0)) await closeable.close();
    });

    type SenderOptions = Readonly<
      { clock?: SystemClock; limitMs?: number; secrets?: string[] } & Partial<WebhookMessage>
    >;

    const sendTo = (url: string, options: SenderOptions = {}): Promise<WebhookResponse> => {
      const { clock = clockAtNoon(), limitMs = 10_000, secrets = [SECRET], ...message } = options;
      const { sender, encrypt } = keep(open({ clock, limitMs }));
      return sender.send({ url, id: 'evt_1', body: BODY, ...message, secrets: secrets.map(encrypt) });
    };

    const receiving = async (listener?: RequestListener): Promise<Receiver> => keep(await startReceiver(listener));

    const responseOf = async (listener: RequestListener, options?: SenderOptions): Promise<WebhookResponse> =>
      sendTo((await receiving(listener)).url, options);

    describe('a message', () => {
      it('contains the event under its permanent id', async () => {
        const { url, received } = await receiving();
        await sendTo(`${url}/of/ours?a=1&b=%20`, { sequence: 7 });
        const [request] = received;
        expect(request).to.deep.include({ method: 'POST', path: '/hook/of/ours?a=1&b=%20', body: BODY });
        expect(request?.headers).to.deep.include({
          'content-type': 'application/json',
          'content-length': `${Buffer.byteLength(BODY)}`,
          'user-agent': 'Commerce-Webhooks/1.0',
          'webhook-id': 'evt_1',
          'webhook-timestamp': `${NOON.getTime() / 1000}`,
          'webhook-sequence': '7',
        });
      });

      it('has no sequence header without a sequence', async () => {
        const { url, received } = await receiving();
        await sendTo(url);
        expect(received[0]?.headers).not.to.have.property('webhook-sequence');
      });

      for (const [what, secrets] of [
        ['one secret', [SECRET]],
        ['two secrets', [NEW_SECRET, SECRET]],
      ] as const) {
        it(`is verified by the Standard Webhooks library with ${what}`, async () => {
          const { url, received } = await receiving();
          await sendTo(url, { clock: systemClock, secrets: [...secrets] });
          const { headers = {}, body = '' } = received[0] ?? {};
          expect(String(headers['webhook-signature']).split(' ')).to.have.length(secrets.length);
          for (const secret of secrets) {
            expect(new Webhook(secret).verify(body, headers as Record<string, string>)).to.deep.equal(JSON.parse(BODY));
          }
          const otherSecret = new Webhook(secretOf(3));
          expect(() => otherSecret.verify(body, headers as Record<string, string>)).to.throw('No matching signature');
        });
      }

      it('reuses connections', async () => {
        const { url, received, connections } = await receiving();
        const { sender, encrypt } = keep(open({ clock: clockAtNoon(), limitMs: 10_000 }));
        const message = { url, id: 'evt_1', body: BODY, secrets: [encrypt(SECRET)] };
        for (let sent = 0; sent < 20; sent += 1) await sender.send(message);
        expect(received).to.have.length(20);
        expect(connections()).to.be.at.most(2);
      });

      it('does not wait for other messages', async () => {
        const { url } = await receiving((request, response) => {
          if (request.headers['webhook-id'] !== 'evt_slow') response.end();
        });
        const { sender, encrypt } = keep(open({ clock: clockAtNoon(), limitMs: 10_000 }));
        const message = { url, body: BODY, secrets: [encrypt(SECRET)] };
        for (let sent = 0; sent < 50; sent += 1) void sender.send({ ...message, id: 'evt_slow' });
        expect(await sender.send({ ...message, id: 'evt_1' })).to.include({ status: 200, error: null });
      });
    });

    describe('a response', () => {
      for (const status of [200, 201, 204, 400, 404, 410, 429, 500, 503, 599]) {
        it(`is recorded with status ${status}`, async () => {
          const result = await responseOf((_, response) => response.writeHead(status).end());
          const { durationMs, ...rest } = result;
          expect(rest).to.deep.equal({ at: NOON, status, error: null, body: '', retryAfterMs: null });
          expect(durationMs).to.be.a('number').and.satisfy(Number.isSafeInteger);
        });
      }

      for (const status of [301, 302, 303, 307, 308]) {
        it(`is not followed with status ${status}`, async () => {
          const other = await receiving();
          for (const location of [other.url, 'http://169.254.169.254/latest/meta-data/']) {
            const result = await responseOf((_, response) => response.writeHead(status, { location }).end('moved'));
            expect(result).to.include({ status, error: null, body: 'moved' });
          }
          expect(other.connections()).to.equal(0);
        });
      }

      it('may be preceded by interim responses', async () => {
        const result = await responseOf((_, response) => {
          response.writeProcessing();
          response.writeEarlyHints({ link: '</a>; rel=preload' });
          response.writeHead(202, { 'retry-after': '3' }).end('yes');
        });
        expect(result).to.include({ status: 202, body: 'yes', retryAfterMs: 3_000 });
      });

      it('is stored up to 1 KiB', async () => {
        for (const text of ['ok', 'x'.repeat(1024), `${'é'.repeat(510)}𝒜`]) {
          expect(await responseOf((_, response) => response.end(text))).to.include({ status: 200, body: text });
        }
      });

      it('is truncated after 1 KiB at a character boundary', async () => {
        for (const [text, expected] of [
          ['x'.repeat(1025), 'x'.repeat(1024)],
          [`x${'é'.repeat(1000)}`, `x${'é'.repeat(511)}`],
          [`xy${'𝒜'.repeat(1000)}`, `xy${'𝒜'.repeat(255)}`],
          ['x'.repeat(60_000), 'x'.repeat(1024)],
        ] as const) {
          expect(await responseOf((_, response) => response.end(text))).to.include({ status: 200, body: expected });
        }
      });

      it('is stored as valid text, whatever it contains', async () => {
        const bytes = Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80, 0xc3]);
        const { body } = await responseOf((_, response) => response.end(bytes));
        expect(body).to.match(/^a[\uFFFD]+$/);
      });

      it('is not decompressed', async () => {
        const bomb = gzipSync(Buffer.alloc(1 << 20));
        const result = await responseOf((_, response) =>
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
        );
        expect(result.status).to.equal(200);
        expect(result.body).not.to.match(/^[\0\uFFFD]*$/);
      });

      it('is recorded after a small part when it has ten gigabytes', async () => {
        let written = 0;
        const piece = Buffer.alloc(1 << 16, 'x');
        const receiver = keep(
          await startRawReceiver((socket) => {
            const pour = (): void => {
              if (socket.destroyed) return;
              written += piece.length;
              socket.write(piece, pour);
            };
            socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${10 * 2 ** 30}\r\n\r\n`, pour);
            socket.on('close', () => {
              written = -written;
            });
          }),
        );
        expect(await sendTo(receiver.url)).to.include({ status: 200, error: null, body: 'x'.repeat(1024) });
        await eventually('the connection is dropped', async () => written < 0);
        expect(-written).to.be.below(2 ** 26);
      });
    });

    describe('Retry-After', () => {
      for (const [value, milliseconds] of RETRY_AFTER) {
        it(`${JSON.stringify(value)} means ${milliseconds}`, async () => {
          const result = await responseOf((_, response) => response.writeHead(503, { 'retry-after': value }).end());
          expect(result).to.include({ status: 503, retryAfterMs: milliseconds });
        });
      }
    });

    describe('a receiver that', () => {
      const responseTo = async (respond: (socket: Socket) => void, limitMs?: number): Promise<WebhookResponse> => {
        const receiver = keep(await startRawReceiver(respond));
        return sendTo(receiver.url, limitMs === undefined ? {} : { limitMs });
      };
      const none = { at: NOON, status: null, body: null, retryAfterMs: null };

      for (const [what, respond, error] of BAD_RESPONSES) {
        it(`${what} is ${error}`, async () => {
          expect(await responseTo(respond)).to.deep.include({ ...none, error });
        });
      }

      for (const [what, respond] of SLOW_RESPONSES) {
        it(`${what} times out`, async () => {
          expect(await responseTo(respond, 150)).to.deep.include({ ...none, error: 'timeout' });
        });
      }

      it('is not there is connection_failed', async () => {
        const closed = await startReceiver();
        closed.close();
        expect(await sendTo(closed.url)).to.deep.include({ ...none, error: 'connection_failed' });
      });

      it('failed is used again', async () => {
        let calls = 0;
        const { url } = await receiving((request, response) => {
          calls += 1;
          if (calls % 2 === 1) request.socket.resetAndDestroy();
          else response.end();
        });
        const { sender, encrypt } = keep(open({ clock: clockAtNoon(), limitMs: 10_000 }));
        const message = { url, id: 'evt_1', body: BODY, secrets: [encrypt(SECRET)] };
        const errors: (string | null)[] = [];
        for (let sent = 0; sent < 4; sent += 1) errors.push((await sender.send(message)).error);
        expect(errors).to.deep.equal(['connection_failed', null, 'connection_failed', null]);
      });
    });
  });
};
