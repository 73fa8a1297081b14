import { Worker } from 'node:worker_threads';
import type { EncoderRequest, EncoderResponse } from './encoder-messages.ts';

/** A thread that encodes, so that the event loop of the service is free. It starts when it is needed. */
export type EncoderThread = Readonly<{
  /** Runs one request at a time. @throws Error, with the code of a failed file operation. */
  run(request: EncoderRequest): Promise<void>;
  /** Ends the thread. An unfinished file stays as it is. */
  close(): Promise<void>;
}>;

const SCRIPT = new URL('./encoder-worker.ts', import.meta.url);

/** Several times of what a group of rows takes. */
const MAX_HEAP_MB = 192;

type Waiting = Readonly<{ resolve: () => void; reject: (error: Error) => void }>;

export const makeEncoderThread = (): EncoderThread => {
  let worker: Worker | undefined;
  let waiting: Waiting | undefined;

  const start = (): Worker => {
    const started = new Worker(SCRIPT, {
      // what the process is started with, such as tracing, is not for its threads
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    started.on('message', ({ error }: EncoderResponse) => {
      if (error === undefined) waiting?.resolve();
      else waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    });
    started.on('error', (error: Error) => waiting?.reject(error));
    started.on('exit', (code) => {
      if (worker !== started) return;
      worker = undefined;
      waiting?.reject(new Error(`The thread that encodes has ended with ${code}.`));
    });
    return started;
  };

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        worker ??= start();
        worker.postMessage(request);
      }),
    async close() {
      const ended = worker;
      worker = undefined;
      waiting = undefined;
      await ended?.terminate();
    },
  };
};
