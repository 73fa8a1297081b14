import type { Socket } from 'node:net';
import type { AttemptError } from '#core/webhooks/delivery.ts';
import { drip } from '../../support/servers/receivers.ts';

/** Responses that violate HTTP or the network's rules, and their attempt errors. */
export const BAD_RESPONSES: readonly (readonly [
  what: string,
  respond: (socket: Socket) => void,
  error: AttemptError,
])[] = [
  [
    'goes on saying that it will answer',
    (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
    'answer_malformed',
  ],
  ['hangs up at once', (socket) => socket.destroy(), 'connection_failed'],
  ['resets the connection', (socket) => socket.resetAndDestroy(), 'connection_failed'],
  ['closes its half without a word', (socket) => socket.end(), 'connection_failed'],
  [
    'resets the connection within its answer',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', () => socket.resetAndDestroy()),
    'connection_failed',
  ],
  [
    'resets the connection within its headers',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Len', () => socket.resetAndDestroy()),
    'connection_failed',
  ],
  [
    'closes within its answer',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'),
    'connection_failed',
  ],
  [
    'closes within a chunk',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc'),
    'connection_failed',
  ],
  ['says no HTTP', (socket) => socket.end('220 mail.example.com ESMTP\r\n'), 'answer_malformed'],
  ['says no version of HTTP', (socket) => socket.end('HTTP/9.9 200 OK\r\n\r\n'), 'answer_malformed'],
  ['says no length', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'), 'answer_malformed'],
  [
    'says two lengths',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    'answer_malformed',
  ],
  [
    'says no chunk',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'),
    'answer_malformed',
  ],
  [
    'talks of another protocol',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    'answer_malformed',
  ],
  [
    'has headers of a megabyte',
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1 << 20)}\r\n\r\n`),
    'answer_malformed',
  ],
  [
    'has headers without an end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, `X: ${'x'.repeat(1000)}\r\n`);
    },
    'answer_malformed',
  ],
];

/** Responses that never end. */
export const SLOW_RESPONSES: readonly (readonly [what: string, respond: (socket: Socket) => void])[] = [
  ['never answers', () => {}],
  [
    'drips its headers',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      drip(socket, 'x');
    },
  ],
  [
    'drips header after header',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'X: x\r\n');
    },
  ],
  [
    'drips its answer',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n');
      drip(socket, 'x');
    },
  ],
];

/** The meaning of `Retry-After` values at noon, in milliseconds. */
export const RETRY_AFTER: readonly (readonly [value: string, milliseconds: number | null])[] = [
  ['120', 120_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 12:02:00 GMT', 120_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', null],
  ['-5', null],
  ['1.5', null],
  ['1e3', null],
  ['soon', null],
  ['', null],
  ['99999999999999999999', null],
  ['2026-11-20', null],
];
