import { Worker } from 'node:worker_threads';
import type { CommonPasswords } from '#core/access/common-passwords.ts';
import { makeBoundedQueue } from './bounded-queue.ts';

/** What is guessed within so many tries by whoever knows the lists of leaked passwords and how people vary them. */
const MIN_GUESSES = 1_000_000;

/** Estimating costs more than linearly, and what begins like this is strong or weak by its beginning. */
const LENGTH_LOOKED_AT = 32;

/** The thread's lists take 50 MB, and passwords are set now and then. */
const IDLE_MS = 10_000;

const inTurn = makeBoundedQueue({ atOnce: 1, mostWaiting: 100 });

/** By zxcvbn and its list of 49,000 leaked passwords, in a thread that is started when the first password is set. */
export const commonPasswords: CommonPasswords = {
  includes: (password) =>
    inTurn(async () => {
      // in the form that is hashed
      const beginning = [...password.normalize('NFKC')].slice(0, LENGTH_LOOKED_AT).join('');
      return (await guessesFor(beginning)) < MIN_GUESSES;
    }),
};

type Guesser = Readonly<{ worker: Worker; answer: { current: PromiseWithResolvers<number> | undefined } }>;

let guesser: Guesser | undefined;

const startGuesser = (): Guesser => {
  const worker = new Worker(new URL('./password-guesser.ts', import.meta.url));
  const answer: Guesser['answer'] = { current: undefined };
  worker.on('message', (guesses: number) => answer.current?.resolve(guesses));
  worker.on('error', (error) => {
    guesser = undefined;
    answer.current?.reject(error);
  });
  return { worker, answer };
};

let dismissal: NodeJS.Timeout | undefined;

const dismiss = (): void => {
  void guesser?.worker.terminate();
  guesser = undefined;
};

/** One at a time. */
const guessesFor = async (password: string): Promise<number> => {
  guesser ??= startGuesser();
  const { worker, answer } = guesser;
  const asked = Promise.withResolvers<number>();
  answer.current = asked;
  // a question keeps the process alive, and nothing else of the thread does
  clearTimeout(dismissal);
  worker.ref();
  worker.postMessage(password);
  try {
    return await asked.promise;
  } finally {
    worker.unref();
    dismissal = setTimeout(dismiss, IDLE_MS).unref();
  }
};
