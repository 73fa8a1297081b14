import { Worker } from 'node:worker_threads';
import type { CommonPasswords } from '#core/access/ports.ts';
import { makeBoundedQueue } from './bounded-queue.ts';

/** The number of guesses below which a password is too weak for an attacker with lists of leaked passwords. */
const MIN_GUESSES = 1_000_000;

/** The estimate costs more than linear time, and the beginning decides its strength. */
const MAX_CHECKED_LENGTH = 32;

/** The lists take 50 MB, so the thread ends when it is idle. */
const IDLE_MS = 10_000;

const inTurn = makeBoundedQueue({ atOnce: 1, mostWaiting: 100 });

/** Uses zxcvbn and its list of 49,000 leaked passwords, in a thread that starts with the first check. */
export const commonPasswords: CommonPasswords = {
  includes: (password) =>
    inTurn(async () => {
      // in the normalized form that is hashed
      const beginning = [...password.normalize('NFKC')].slice(0, MAX_CHECKED_LENGTH).join('');
      return (await guessesFor(beginning)) < MIN_GUESSES;
    }),
};

type Guesser = Readonly<{ worker: Worker; response: { current: PromiseWithResolvers<number> | undefined } }>;

let guesser: Guesser | undefined;

const startGuesser = (): Guesser => {
  const worker = new Worker(new URL('./password-guesser.ts', import.meta.url));
  const response: Guesser['response'] = { current: undefined };
  worker.on('message', (guesses: number) => response.current?.resolve(guesses));
  worker.on('error', (error) => {
    guesser = undefined;
    response.current?.reject(error);
  });
  return { worker, response };
};

let dismissal: NodeJS.Timeout | undefined;

const dismiss = (): void => {
  void guesser?.worker.terminate();
  guesser = undefined;
};

/** One at a time. */
const guessesFor = async (password: string): Promise<number> => {
  guesser ??= startGuesser();
  const { worker, response } = guesser;
  const guess = Promise.withResolvers<number>();
  response.current = guess;
  // a pending check keeps the process alive, an idle thread does not
  clearTimeout(dismissal);
  worker.ref();
  worker.postMessage(password);
  try {
    return await guess.promise;
  } finally {
    worker.unref();
    dismissal = setTimeout(dismiss, IDLE_MS).unref();
  }
};
