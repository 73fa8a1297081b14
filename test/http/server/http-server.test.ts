import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { allowLongBody } from '../../../src/adapters/http/request/long-bodies.ts';
import { makeHttpServer } from '../../../src/adapters/http/server/http-server.ts';
import { eventually } from '../../support/eventually.ts';

type ApiResponse = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

const TIMEOUT_MS = 1_000;
const CLIENT_TIMEOUT_MS = 2_000;
const MAX_CONNECTIONS = 20;
const SOCKET_TIMEOUT_MS = 10_000;
const GOOD = 'GET /good HTTP/1.1\r\nHost: shop\r\n\r\n';

describe('the HTTP server', () => {
  let server: Server;
  let seen: string[];
  let handler: RequestListener;

  const answerWithBody: RequestListener = async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) seen.push(`aborted ${request.url}`);
    else response.end(`${request.method} ${request.url} ${body}`);
  };

  beforeEach(async () => {
    seen = [];
    handler = answerWithBody;
    server = makeHttpServer({
      handler: (request, response) => {
        seen.push(`${request.method} ${request.url?.slice(0, 20)}`);
        void handler(request, response);
      },
      problem: (problem) => ({
        body: JSON.stringify({ ...problem, title: 'é' }),
        headers: { 'x-request-id': 'req-1' },
      }),
      headersTimeoutMs: TIMEOUT_MS,
      bodyTimeoutMs: TIMEOUT_MS,
      clientTimeoutMs: CLIENT_TIMEOUT_MS,
      bursts: { noteConnection: () => {}, runAfter: (run) => run(), pause: () => undefined },
      maxConnections: MAX_CONNECTIONS,
      maxConnectionsPerAddress: MAX_CONNECTIONS,
      checkIntervalMs: 50,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const dial = (): Socket =>
    connect((server.address() as AddressInfo).port, '127.0.0.1')
      .setEncoding('latin1')
      .setTimeout(SOCKET_TIMEOUT_MS, function (this: Socket) {
        this.destroy(new Error('the server hangs'));
      });

  /** Everything that the server sends until it closes the connection, or until `count` responses. */
  const converse = async (parts: readonly string[], count = Number.POSITIVE_INFINITY): Promise<string> => {
    const socket = dial();
    let received = '';
    const done = new Promise<void>((resolve, reject) => {
      socket.on('data', (chunk) => {
        received += String(chunk);
        if (readResponses(received).responses.length >= count) resolve();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });
    for (const [index, part] of parts.entries()) {
      if (index > 0) await sleep(20);
      socket.write(part, 'latin1');
    }
    await done;
    socket.destroy();
    return received;
  };

  const talk = async (request: string | readonly string[], count?: number): Promise<ApiResponse[]> => {
    const { responses, rest } = readResponses(await converse([request].flat(), count));
    expect(rest, 'bytes after the last answer').to.equal('');
    return responses;
  };

  const expectProblem = (response: ApiResponse | undefined, status: number, code: string): void => {
    expect(response?.status).to.equal(status);
    expect(response?.headers).to.include({
      'content-type': 'application/problem+json; charset=utf-8',
      'x-request-id': 'req-1',
      connection: 'close',
    });
    expect(response?.headers).to.not.have.any.keys('server', 'x-powered-by');
    const { date = '' } = response?.headers ?? {};
    expect(Date.parse(date)).to.be.closeTo(Date.now(), 5_000);
    const problem: unknown = JSON.parse(Buffer.from(response?.body ?? '', 'latin1').toString());
    expect(problem).to.include({ status, code, title: 'é' });
    expect(problem)
      .to.have.property('detail')
      .that.matches(/^[A-Z].*\.$/);
  };

  /** Rejected with one response and a closed connection; the service continues. */
  const expectRejected = async (request: string | readonly string[], status: number, code: string): Promise<void> => {
    const responses = await talk(request);
    expect(responses).to.have.length(1);
    expectProblem(responses[0], status, code);
    expect((await talk(GOOD, 1))[0]?.body).to.equal('GET /good ');
  };

  const post = (headers: string, body = '', version = '1.1'): string =>
    `POST /orders HTTP/${version}\r\nHost: shop\r\n${headers}\r\n\r\n${body}`;
  const chunked = (body: string): string => post('Transfer-Encoding: chunked', body);
  const get = (headers: string, target = '/'): string => `GET ${target} HTTP/1.1\r\nHost: shop\r\n${headers}\r\n`;

  describe('with well-formed requests', () => {
    it('passes requests to the handler and keeps the connection', async () => {
      const responses = await talk([GOOD, post('Content-Length: 3', 'abc'), chunked('2;x=y\r\nde\r\n0\r\n\r\n')], 3);
      expect(responses.map(({ body }) => body)).to.deep.equal(['GET /good ', 'POST /orders abc', 'POST /orders de']);
      expect(responses[0]?.headers).to.include({ connection: 'keep-alive' });
      expect(responses[0]?.headers).to.not.have.any.keys('server', 'x-powered-by');
    });

    it('responds to pipelined requests in order', async () => {
      handler = async (request, response) => {
        if (request.url === '/slow') await sleep(100);
        response.end(request.url);
      };
      const responses = await talk(get('', '/slow') + get('', '/quick') + get('', '/last'), 3);
      expect(responses.map(({ body }) => body)).to.deep.equal(['/slow', '/quick', '/last']);
    });

    it('handles one request of a connection at a time', async () => {
      let running = 0;
      handler = async (request, response) => {
        running += 1;
        expect(running).to.equal(1);
        await sleep(20);
        running -= 1;
        response.end(request.url);
      };
      const paths = Array.from({ length: 17 }, (_, index) => `/${index}`);
      const responses = await talk(paths.map((target) => get('', target)).join(''), 17);
      expect(responses.map(({ body }) => body)).to.deep.equal(paths);
    });

    it('handles no request whose client has left before its turn', async () => {
      const gate = Promise.withResolvers<void>();
      handler = async (request, response) => {
        if (request.url === '/good') await gate.promise;
        response.end();
      };
      const socket = dial();
      socket.write(GOOD.repeat(3));
      await eventually('the first request is handled', async () => seen.length === 1);
      socket.resetAndDestroy();
      await talk(get('', '/other'), 1);
      gate.resolve();
      await talk(get('', '/last'), 1);
      expect(seen).to.deep.equal(['GET /good', 'GET /other', 'GET /last']);
    });

    it('closes a connection that pipelines too many requests', async () => {
      handler = () => {};
      const socket = dial();
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(GOOD.repeat(18));
      await closed;
      expect(seen).to.deep.equal(['GET /good']);
    });

    it('creates no requests of the rest of a packet that pipelines thousands, and parses the next connection', async () => {
      handler = () => {};
      let created = 0;
      const count = (): void => {
        created += 1;
      };
      server.on('request', count);
      const socket = dial().on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(GOOD.repeat(1_500));
      await closed;
      server.off('request', count);
      expect(created).to.equal(18);
      handler = (_request, response) => response.end('next');
      expect((await talk(GOOD, 1))[0]?.body).to.equal('next');
    });

    it('ends the connection of a body in tiny chunks, read or not, and keeps one of usual chunks', async () => {
      const tiny = chunked('1\r\n \r\n'.repeat(1_000));
      const ends = async (): Promise<void> => {
        const socket = dial().on('error', () => {});
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.resume().write(tiny);
        await closed;
      };
      let received = 0;
      handler = (request) => {
        request.on('data', () => {
          received += 1;
        });
      };
      await ends();
      expect(received).to.be.within(200, 300);
      handler = (_request, response) => response.end('unread');
      await ends();
      handler = () => {};
      await ends();
      handler = async (request, response) => response.end(String((await request.toArray()).length));
      const usual = chunked(`${'64\r\n'}${'x'.repeat(100)}\r\n`.repeat(1_000).concat('0\r\n\r\n'));
      expect((await talk(usual, 1))[0]?.status).to.equal(200);
    });

    it('ignores a short rest of a body that was not read, and ends the connection of a long one', async () => {
      handler = (_request, response) => response.end('early');
      const [first, second] = await talk([post('Content-Length: 9', 'abc'), 'defghi', GOOD], 2);
      expect([first?.body, second?.body]).to.deep.equal(['early', 'early']);
      let received = (): number => 0;
      handler = (request, response) => {
        const { socket: connection } = request;
        received = () => connection.bytesRead;
        response.end('early');
      };
      const socket = dial().on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(post('Content-Length: 50000000'));
      await once(socket, 'data');
      socket.write('x'.repeat(10_000_000));
      await closed;
      expect(received()).to.be.within(262_144, 5_000_000);
    });

    it('disconnects a client that does not read its response', async () => {
      const ended = Promise.withResolvers<boolean>();
      handler = (_request, response) => {
        response.once('close', () => ended.resolve(response.writableFinished));
        response.end('x'.repeat(20_000_000));
      };
      const socket = dial().on('error', () => {});
      socket.pause().write(GOOD);
      expect(await ended.promise).to.equal(false);
      socket.destroy();
    });

    it('waits for a slow handler, and for a client that reads slowly', async () => {
      handler = async (request, response) => {
        if (request.url === '/slow') await sleep(3 * CLIENT_TIMEOUT_MS);
        response.end('x'.repeat(request.url === '/slow' ? 1 : 20_000_000));
      };
      const [slow] = await talk(get('Connection: close\r\n', '/slow'));
      expect(slow?.body).to.equal('x');
      const socket = dial().pause();
      socket.write(get('Connection: close\r\n'));
      let length = 0;
      socket.on('data', (chunk) => {
        length += chunk.length;
        if (length % 3_000_000 > 100_000) return;
        socket.pause();
        setTimeout(() => socket.resume(), CLIENT_TIMEOUT_MS / 3);
      });
      await new Promise((resolve) => socket.resume().once('close', resolve));
      expect(length).to.be.above(20_000_000);
    });

    it('refuses connections above the limit of an address', async () => {
      const open = Array.from({ length: MAX_CONNECTIONS }, dial);
      await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
      expectProblem((await talk([]))[0], 503, 'unavailable');
      open[0]?.destroy();
      await eventually('another is accepted', async () => (await talk(GOOD, 1))[0]?.status === 200);
      for (const socket of open) socket.destroy();
    });

    it('accepts HTTP/1.0 without a Host and closes', async () => {
      const raw = await converse(['GET /old HTTP/1.0\r\n\r\n']);
      expect(raw).to.match(/^HTTP\/1\.1 200 OK\r\n.*GET \/old $/s);
    });

    it('accepts a target of 8192 bytes and 100 headers', async () => {
      expect((await talk(get('', `/${'a'.repeat(8191)}`), 1))[0]?.status).to.equal(200);
      expect((await talk(get('a: b\r\n'.repeat(99)), 1))[0]?.status).to.equal(200);
    });

    for (const host of ['shop.example:8080', '[::1]:80', '127.0.0.1', '', 'a%20b']) {
      it(`accepts the host "${host}"`, async () => {
        expect((await talk(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 1))[0]?.status).to.equal(200);
      });
    }

    it('passes TRACE to the handler', async () => {
      expect((await talk('TRACE / HTTP/1.1\r\nHost: shop\r\n\r\n', 1))[0]?.body).to.equal('TRACE / ');
    });

    it('treats an Upgrade request as an ordinary, final one', async () => {
      handler = async (request, response) => {
        await sleep(60);
        await answerWithBody(request, response);
      };
      const upgrade = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';
      const responses = await talk([post(`${upgrade}Content-Length: 3`, `abc${GOOD}`), GOOD]);
      expect(responses.map(({ body }) => body)).to.deep.equal(['POST /orders abc']);
      expect(responses[0]?.headers).to.include({ connection: 'close' });
      expect(seen).to.deep.equal(['POST /orders']);
    });
  });

  describe('with ambiguous and malformed requests', () => {
    const framing: Record<string, string> = {
      'Transfer-Encoding and Content-Length': post('Transfer-Encoding: chunked\r\nContent-Length: 5', '0\r\n\r\n'),
      'Content-Length and Transfer-Encoding': post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
      'a space before the colon': post('Transfer-Encoding : chunked', '0\r\n\r\n'),
      'an unknown transfer coding': post('Transfer-Encoding: xchunked', '0\r\n\r\n'),
      'chunked, identity': post('Transfer-Encoding: chunked, identity', '0\r\n\r\n'),
      'chunked, chunked': post('Transfer-Encoding: chunked, chunked', '0\r\n\r\n'),
      'gzip, chunked': post('Transfer-Encoding: gzip, chunked', '0\r\n\r\n'),
      'identity alone': post('Transfer-Encoding: identity'),
      'identity and a length': post('Transfer-Encoding: identity\r\nContent-Length: 2', 'ab'),
      'two Transfer-Encodings': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n'),
      'an empty Transfer-Encoding': post('Transfer-Encoding:\r\nContent-Length: 2', 'ab'),
      'a vertical tab before chunked': post('Transfer-Encoding: \x0bchunked', '0\r\n\r\n'),
      'chunked in HTTP/1.0': post('Transfer-Encoding: chunked', '0\r\n\r\n', '1.0'),
      'two equal Content-Lengths': post('Content-Length: 2\r\nContent-Length: 2', 'ab'),
      'two different Content-Lengths': post('Content-Length: 2\r\nContent-Length: 3', 'ab'),
      'Content-Length: +5': post('Content-Length: +5', 'abcde'),
      'Content-Length: -1': post('Content-Length: -1', 'abcde'),
      'Content-Length: 5, 5': post('Content-Length: 5, 5', 'abcde'),
      'Content-Length: 0x5': post('Content-Length: 0x5', 'abcde'),
      'an empty Content-Length': post('Content-Length:'),
      'a huge Content-Length': post('Content-Length: 99999999999999999999999', 'abcde'),
    };
    for (const [name, request] of Object.entries(framing)) {
      it(`rejects with 400 before the handler: ${name}`, async () => {
        await expectRejected(request + GOOD, 400, 'bad_request');
        expect(seen).to.deep.equal(['GET /good']);
      });
    }

    const chunks: Record<string, string> = {
      'a chunk size that is no number': 'zz\r\nab\r\n0\r\n\r\n',
      'a chunk size with garbage': '2 x\r\nab\r\n0\r\n\r\n',
      'a chunk size with 0x': '0x2\r\nab\r\n0\r\n\r\n',
      'a negative chunk size': '-2\r\nab\r\n0\r\n\r\n',
      'a huge chunk size': 'FFFFFFFFFFFFFFFFFF\r\nab\r\n0\r\n\r\n',
      'a chunk longer than its size': '2\r\nabcd\r\n0\r\n\r\n',
      'chunks with bare line feeds': '2\nab\n0\n\n',
      'a line feed in a chunk extension': '2;a\nb\r\nab\r\n0\r\n\r\n',
      'endless chunk extensions': `2;a=${'b'.repeat(20_000)}\r\nab\r\n0\r\n\r\n`,
      'a Content-Length trailer': '0\r\nContent-Length: 5\r\n\r\n',
    };
    for (const [name, body] of Object.entries(chunks)) {
      it(`rejects with 400 during the body: ${name}`, async () => {
        await expectRejected(chunked(body) + GOOD, 400, 'bad_request');
        expect(seen).to.deep.equal(['POST /orders', 'aborted /orders', 'GET /good']);
      });
    }

    const syntax: Record<string, string> = {
      'an unknown method': 'FOO / HTTP/1.1\r\nHost: shop\r\n\r\n',
      'a method in lower case': 'get / HTTP/1.1\r\nHost: shop\r\n\r\n',
      'a space in the target': 'GET /a b HTTP/1.1\r\nHost: shop\r\n\r\n',
      'a control character in the target': 'GET /\x01 HTTP/1.1\r\nHost: shop\r\n\r\n',
      'bytes that are not ASCII in the target': 'GET /\xe9 HTTP/1.1\r\nHost: shop\r\n\r\n',
      'no target': 'GET HTTP/1.1\r\nHost: shop\r\n\r\n',
      'bare line feeds': 'GET / HTTP/1.1\nHost: shop\n\n',
      'a bare line feed after a header': 'GET / HTTP/1.1\r\nHost: shop\nA: b\r\n\r\n',
      'a bare line feed at the end': 'GET / HTTP/1.1\r\nHost: shop\r\n\n',
      'a bare carriage return': 'GET / HTTP/1.1\r\nHost: shop\rA: b\r\n\r\n',
      'NUL in a header': get('A: a\0b\r\n'),
      'a bad character in a header name': get('A(b: c\r\n'),
      'a header without a name': get(': c\r\n'),
      'a header without a colon': get('abc\r\n'),
      'a folded header': get('A: b\r\n c\r\n'),
      'a space before the first header': 'GET / HTTP/1.1\r\n Host: shop\r\n\r\n',
      'HTTP/0.9': 'GET /\r\n\r\n',
      'HTTP/0.9 by name': 'GET / HTTP/0.9\r\n\r\n',
      'HTTP/1.2': 'GET / HTTP/1.2\r\nHost: shop\r\n\r\n',
      'HTTP/2.0 by name': 'GET / HTTP/2.0\r\nHost: shop\r\n\r\n',
      'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0',
      'the beginning of TLS': '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
      'no Host': 'GET / HTTP/1.1\r\n\r\n',
      'two Hosts': 'GET / HTTP/1.1\r\nHost: shop\r\nhost: shop\r\n\r\n',
      'two Hosts in HTTP/1.0': 'GET / HTTP/1.0\r\nHost: shop\r\nHost: shop\r\n\r\n',
      'a Host with a user': 'GET / HTTP/1.1\r\nHost: a@b\r\n\r\n',
      'a Host with a path': 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n',
      'an unknown expectation': get('Expect: miracles\r\n'),
      'an unknown expectation among others': get('Expect: miracles, 100-continue\r\n'),
    };
    for (const [name, request] of Object.entries(syntax)) {
      it(`rejects with 400: ${name}`, async () => {
        await expectRejected(request, 400, 'bad_request');
        expect(seen).to.deep.equal(['GET /good']);
      });
    }

    it('rejects a request that arrives byte by byte', async () => {
      await expectRejected([...'GE\0'], 400, 'bad_request');
    });

    it('sends no body in response to HEAD', async () => {
      const raw = await converse(['HEAD / HTTP/1.1\r\n\r\n']);
      expect(raw).to.match(/^HTTP\/1\.1 400 Bad Request\r\n.*\r\nconnection: close\r\n\r\n$/s);
    });

    it('handles no request after it', async () => {
      await expectRejected([`GET /no-host HTTP/1.1\r\n\r\n${GOOD}`, GOOD], 400, 'bad_request');
      expect(seen).to.deep.equal(['GET /good']);
    });

    it('delivers the response to a client that is still sending', async () => {
      const body = 'x'.repeat(1 << 20);
      await expectRejected(`POST / HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 400, 'bad_request');
      await expectRejected(post('Content-Length: 1\r\nContent-Length: 1', body), 400, 'bad_request');
    });
  });

  describe('with large requests', () => {
    const long = (length: number): string => `/${'a'.repeat(length - 1)}`;

    it('responds with 414 to a target over 8192 bytes', async () => {
      await expectRejected(get('', long(8193)), 414, 'uri_too_long');
      expect(seen).to.deep.equal(['GET /good']);
    });

    it('responds with 414 to a target over the limit of the headers', async () => {
      await expectRejected(get('', long(20_000)), 414, 'uri_too_long');
      await expectRejected(get('', long(200_000)), 414, 'uri_too_long');
    });

    it('responds with 414 to such a target in several packets', async () => {
      await expectRejected(
        [`GET ${long(10_000)}`, long(10_000), ' HTTP/1.1\r\nHost: shop\r\n\r\n'],
        414,
        'uri_too_long',
      );
    });

    it('responds with 414 when both the target and the headers are too large', async () => {
      await expectRejected(get(`A: ${'b'.repeat(10_000)}\r\n`, long(10_000)), 414, 'uri_too_long');
    });

    it('responds with 414 to the second of two pipelined requests', async () => {
      const responses = await talk(GOOD + get('', long(20_000)));
      expect(responses.map(({ status }) => status)).to.deep.equal([200, 414]);
    });

    it('responds with 431 to headers over 16 KiB', async () => {
      await expectRejected(get(`A: ${'b'.repeat(20_000)}\r\n`), 431, 'header_fields_too_large');
      await expectRejected(get('Cookie: a=b; c=d\r\n'.repeat(3_000)), 431, 'header_fields_too_large');
      await expectRejected(get(`${'b'.repeat(20_000)}: a\r\n`), 431, 'header_fields_too_large');
    });

    it('responds with 431 to headers over 16 KiB in several packets', async () => {
      const cookies = 'a=b; '.repeat(2_000);
      await expectRejected([`GET / HTTP/1.1\r\nCookie: ${cookies}`, cookies], 431, 'header_fields_too_large');
    });

    it('responds with 431 to more than 100 headers, in one packet or several', async () => {
      await expectRejected(get('a: b\r\n'.repeat(100)), 431, 'header_fields_too_large');
      await expectRejected(get('a: b\r\n'.repeat(1_500)), 431, 'header_fields_too_large');
      const [some, others] = ['a: b\r\n'.repeat(60), 'a: b\r\n'.repeat(60)];
      await expectRejected([`GET / HTTP/1.1\r\n${some}`, `${others}\r\n`], 431, 'header_fields_too_large');
      expect(seen).to.deep.equal(['GET /good', 'GET /good', 'GET /good']);
    });
  });

  describe('with slow requests', () => {
    it('responds with 408 to headers that do not end', async () => {
      await expectRejected('GET / HTTP/1.1\r\nHost: sh', 408, 'request_timeout');
    });

    it('responds with 408 to a connection that never sends', async () => {
      await expectRejected([], 408, 'request_timeout');
    });

    it('responds with 408 to a body that does not end, and aborts the handler', async () => {
      await expectRejected(post('Content-Length: 10', 'abc'), 408, 'request_timeout');
      expect(seen).to.deep.equal(['POST /orders', 'aborted /orders', 'GET /good']);
    });

    it('lets a body that may be long arrive bit by bit', async () => {
      handler = async (request, response) => {
        allowLongBody(request);
        await answerWithBody(request, response);
      };
      const socket = dial();
      socket.write(post('Content-Length: 10'));
      for (const part of ['abc', 'def', 'ghij']) {
        await sleep(TIMEOUT_MS);
        socket.write(part);
      }
      expect(String(await new Promise((resolve) => socket.once('data', resolve)))).to.contain(
        'POST /orders abcdefghij',
      );
      socket.destroy();
    });

    it('does not complete a body after its 408', async () => {
      const socket = dial();
      socket.write(post('Content-Length: 10', 'abc'));
      await new Promise((resolve) => socket.once('data', resolve));
      socket.write('defghij');
      await new Promise((resolve) => socket.once('close', resolve));
      await sleep(20);
      expect(seen).to.deep.equal(['POST /orders', 'aborted /orders']);
    });

    it('counts neither the handler’s time nor the time between requests', async () => {
      handler = async (request, response) => {
        await sleep(TIMEOUT_MS + 150);
        await answerWithBody(request, response);
      };
      const request = post('Content-Length: 3', 'abc');
      const waits = Array.from({ length: (3 * TIMEOUT_MS) / 20 }, () => '');
      expect(await talk([request, ...waits, request], 2)).to.have.length(2);
    });

    it('disconnects a client that keeps its side open', async () => {
      const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
      const drip = setInterval(() => socket.write('x'), 50);
      const start = performance.now();
      await new Promise((resolve) =>
        socket
          .on('error', () => {})
          .resume()
          .once('close', resolve)
          .write('BAD'),
      );
      clearInterval(drip);
      expect(performance.now() - start).to.be.within(900, 10_000);
    });
  });

  describe('with responses that overlap bad requests', () => {
    it('ignores a response that the handler sends too late', async () => {
      handler = async (request, response) => {
        request.on('error', ({ message }) => seen.push(message)).resume();
        await sleep(50);
        response.writeHead(200, { 'content-type': 'text/plain' }).write('too');
        response.end(' late', () => seen.push('sent'));
      };
      const responses = await talk([chunked('2\r\nab\r\n'), 'zz\r\n']);
      expect(responses).to.have.length(1);
      expectProblem(responses[0], 400, 'bad_request');
      await sleep(100);
      expect(seen).to.deep.equal(['POST /orders', 'aborted']);
    });

    it('ignores a response of the handler while a rejected client keeps its side open', async () => {
      handler = (request, response) => {
        request.resume();
        setTimeout(() => response.end('too late'), 50);
      };
      const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write(chunked('zz\r\n'));
      const { responses, rest } = readResponses(await text(socket.setEncoding('latin1')));
      expect([responses.map(({ status }) => status), rest]).to.deep.equal([[400], '']);
      await new Promise((resolve) => socket.once('close', resolve).end());
    });

    it('responds first to the requests before a bad one', async () => {
      handler = async (request, response) => {
        await sleep(100);
        response.end(request.url);
      };
      const responses = await talk(`${get('', '/first')}${get('', '/second')}BAD\r\n`);
      expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 400]);
      expectProblem(responses[2], 400, 'bad_request');
    });

    it('responds first to the requests before a bad body', async () => {
      handler = async (request, response) => {
        if (request.url === '/first') await sleep(100);
        await answerWithBody(request, response);
      };
      const responses = await talk(get('', '/first') + chunked('zz\r\n'));
      expect(responses.map(({ status }) => status)).to.deep.equal([200, 400]);
    });

    it('keeps a response that was sent before its request turned bad', async () => {
      handler = async (request, response) => {
        if (request.url === '/first') await sleep(100);
        response.statusCode = 401;
        response.end();
      };
      expect((await talk([chunked('2\r\nab\r\n'), 'zz\r\n'])).map(({ status }) => status)).to.deep.equal([401]);
    });

    it('rejects a request that turned bad before its turn', async () => {
      handler = async (_request, response) => {
        await sleep(100);
        response.statusCode = 401;
        response.end();
      };
      const responses = await talk(get('', '/first') + chunked('zz\r\n'));
      expect(responses.map(({ status }) => status)).to.deep.equal([401, 400]);
      expect(seen).to.deep.equal(['GET /first']);
    });

    it('aborts a partly sent response', async () => {
      handler = (request, response) => {
        request.on('error', ({ message }) => seen.push(message)).resume();
        response.writeHead(200, { 'content-length': 100 }).write('part');
      };
      const raw = await converse([chunked('2\r\nab\r\n'), 'zz\r\n']);
      expect(raw).to.match(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\npart$/s);
      expect(seen).to.deep.equal(['POST /orders', 'aborted']);
    });

    it('sends nothing after a closing response', async () => {
      const responses = await talk(`${get('Connection: close\r\n')}BAD\r\n`);
      expect(responses.map(({ status }) => status)).to.deep.equal([200]);
    });

    it('survives disconnecting clients', async () => {
      for (const request of [GOOD, 'GET / HT', 'BAD', post('Content-Length: 9', 'a'), 'CONNECT a:1 HTTP/1.1\r\n\r\n']) {
        const socket = dial();
        await new Promise<void>((resolve) => socket.write(request, () => resolve()));
        socket.resetAndDestroy();
      }
      expect((await talk(GOOD, 1))[0]?.status).to.equal(200);
    });
  });

  describe('CONNECT', () => {
    it('is rejected with 405', async () => {
      await expectRejected('CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n', 405, 'method_not_allowed');
      await expectRejected(
        ['CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\nGET', ' / HTTP/1.1'],
        405,
        'method_not_allowed',
      );
      expect(seen).to.deep.equal(['GET /good', 'GET /good']);
    });

    it('is rejected after the responses to the requests before it', async () => {
      handler = async (request, response) => {
        await sleep(50);
        response.end(request.url);
      };
      const responses = await talk(`${GOOD}CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n`);
      expect(responses.map(({ status }) => status)).to.deep.equal([200, 405]);
    });
  });

  describe('Expect: 100-continue', () => {
    const expecting = post('Expect: 100-Continue\r\nContent-Length: 3');

    it('continues when the handler begins to read', async () => {
      const responses = await talk([expecting, 'abc'], 2);
      expect(responses.map(({ status, body }) => [status, body])).to.deep.equal([
        [100, ''],
        [200, 'POST /orders abc'],
      ]);
    });

    it('does not continue when the body is rejected unread', async () => {
      handler = (request, response) => {
        response.statusCode = 413;
        response.end();
        request.on('data', () => {});
      };
      const responses = await talk(expecting);
      expect(responses.map(({ status }) => status)).to.deep.equal([413]);
      expect(responses[0]?.headers).to.include({ connection: 'close' });
    });

    it('does not continue when the server rejects the request', async () => {
      await expectRejected(expecting.replace('Host: shop\r\n', ''), 400, 'bad_request');
      await expectRejected(expecting.replace('/orders', `/${'a'.repeat(9_000)}`), 414, 'uri_too_long');
    });

    it('is ignored in HTTP/1.0', async () => {
      const raw = await converse(['GET /old HTTP/1.0\r\nExpect: 100-continue\r\n\r\n']);
      expect(raw).to.match(/^HTTP\/1\.1 200 OK/);
    });
  });
});

/** The complete responses at the start of the received bytes, and the rest. */
const readResponses = (received: string): { responses: ApiResponse[]; rest: string } => {
  const responses: ApiResponse[] = [];
  let rest = received;
  for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers: Record<string, string> = Object.fromEntries(lines.map(readHeader));
    const { 'content-length': length = '0' } = headers;
    const bodyEnd = end + 4 + Number(length);
    if (rest.length < bodyEnd) break;
    responses.push({ status: Number(statusLine.split(' ')[1]), headers, body: rest.slice(end + 4, bodyEnd) });
    rest = rest.slice(bodyEnd);
  }
  return { responses, rest };
};

const readHeader = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
};
