import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { post } from './client.ts';
import type { Measured } from './limit.ts';
import { startServer } from './processes.ts';
import { OWNER, serviceSettings } from './settings.ts';

const ROUNDS = 20;

const LIMIT_MS = 1_000;

/**
 * Measures how soon the stream of a session at one process ends after the session was ended at another: the longest of
 * some rounds.
 */
export const measureSessionEnd = async (directory: string, databaseUrl: string): Promise<Measured> => {
  const start = async (name: string) => {
    const own = path.join(directory, name);
    await mkdir(own);
    return startServer('../../src/commands/commerce.js', own, {
      ...serviceSettings(databaseUrl),
      SIGN_IN_RATE_LIMIT: 'off',
    });
  };
  const services = [await start('first-process'), await start('second-process')] as const;
  try {
    const [first, second] = services;
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { token = '' } = await post(`${first.url}/api/auth`, OWNER);
      const headers = { Authorization: `Bearer ${token}` };
      const [stream] = await once(get(`${second.url}/api/auth/stream`, { headers }), 'response');
      // the caller as it is
      await once(stream, 'data');
      const ended = once(stream.resume(), 'close');
      const startedAt = performance.now();
      const reply = await fetch(`${first.url}/api/auth`, { method: 'DELETE', headers });
      if (reply.status !== 204) throw new Error(`The session was not ended: ${reply.status}.`);
      await ended;
      values.push(performance.now() - startedAt);
    }
    return {
      name: 'end of a session’s stream at another process',
      value: Math.max(...values),
      limit: LIMIT_MS,
      unit: 'ms',
    };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
};
