import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Caller } from '../servers/calls.ts';

type App = Readonly<{ call: Caller }>;

const PATH = '/api/test_clock';

/** Waits until what fell due is done. */
export const untilClockIsReady = async ({ call }: App): Promise<void> => {
  while ((await call(PATH)).json.status !== 'ready') await sleep(20);
};

/** Advances the test clock, and waits until what fell due is done. */
export const advanceClock = async (app: App, seconds: number): Promise<void> => {
  const { status, text } = await app.call(PATH, { method: 'POST', body: { advance_seconds: seconds } });
  expect(status, text).to.be.oneOf([200, 202]);
  await untilClockIsReady(app);
};

/** Advances the test clock to a time, such as the end of a period, or up to a second later. */
export const advanceClockTo = async (app: App, time: string): Promise<void> => {
  const left = Date.parse(time) - Date.parse((await app.call(PATH)).json.now);
  await advanceClock(app, Math.ceil(left / 1_000));
};
