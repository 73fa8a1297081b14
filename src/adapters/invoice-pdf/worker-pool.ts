import { Worker } from 'node:worker_threads';
import { unavailable } from '#core/shared/domain-error.ts';

/** What a worker responds to each message. */
export type Reply<Output> = Readonly<{ output: Output } | { error: string }>;

/** Threads that work on one input each at a time. They start when they are needed. */
export type WorkerPool<Input, Output> = Readonly<{
  /**
   * Works on an input, which is cloned. If its thread crashes, another one tries once more.
   * @throws DomainError of kind `unavailable` if the queue is full, the input takes too long or crashes both threads, or
   * the pool is closed.
   */
  run(input: Input): Promise<Output>;
  /** Ends all threads. What is not done is rejected. */
  close(): Promise<void>;
}>;

export type PoolOptions = Readonly<{
  /** A module that replies to each message. */
  script: URL;
  maxThreads: number;
  maxQueued: number;
  /** For one input. */
  timeoutMs: number;
  /** An idle thread ends after it, and its memory is free. */
  idleMs: number;
  /** For one thread. */
  maxHeapMb: number;
}>;

const MAX_ATTEMPTS = 2;

type Job<Input, Output> = {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
};

type Thread<Input, Output> = {
  readonly worker: Worker;
  job: Job<Input, Output> | undefined;
  /** Of the job, or of the rest between jobs. */
  timer: NodeJS.Timeout | undefined;
};

export const makeWorkerPool = <Input, Output>(options: PoolOptions): WorkerPool<Input, Output> => {
  const threads = new Set<Thread<Input, Output>>();
  let queue: Job<Input, Output>[] = [];
  let isClosed = false;

  const end = (thread: Thread<Input, Output>): Promise<number> => {
    threads.delete(thread);
    clearTimeout(thread.timer);
    return thread.worker.terminate();
  };

  /** Takes the job of a thread. A thread that has ended has none any more, so its later events change nothing. */
  const takeJob = (thread: Thread<Input, Output>): Job<Input, Output> | undefined => {
    const { job } = thread;
    thread.job = undefined;
    clearTimeout(thread.timer);
    return job;
  };

  const rest = (thread: Thread<Input, Output>): void => {
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread), options.idleMs).unref();
  };

  const crash = (thread: Thread<Input, Output>, error: unknown): void => {
    const job = takeJob(thread);
    void end(thread);
    if (job !== undefined && job.attempts < MAX_ATTEMPTS) queue.unshift(job);
    else job?.reject(unavailable('The document could not be made: its thread has failed.', error));
    assign();
  };

  const start = (): Thread<Input, Output> => {
    const worker = new Worker(options.script, {
      // what the process is started with, such as tracing, is not for its threads
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: options.maxHeapMb },
    });
    const thread: Thread<Input, Output> = { worker, job: undefined, timer: undefined };
    worker.on('message', (reply: Reply<Output>) => {
      const job = takeJob(thread);
      if ('error' in reply) job?.reject(unavailable('The document could not be made.', new Error(reply.error)));
      else job?.resolve(reply.output);
      rest(thread);
      assign();
    });
    worker.on('error', (error) => crash(thread, error));
    worker.on('exit', (code) => {
      if (threads.has(thread)) crash(thread, new Error(`the thread ended with ${code}`));
    });
    threads.add(thread);
    return thread;
  };

  const give = (thread: Thread<Input, Output>, job: Job<Input, Output>): void => {
    clearTimeout(thread.timer);
    job.attempts += 1;
    thread.job = job;
    thread.timer = setTimeout(() => {
      takeJob(thread);
      void end(thread);
      job.reject(unavailable(`The document was not made within ${options.timeoutMs} ms.`));
      assign();
    }, options.timeoutMs);
    thread.worker.ref();
    thread.worker.postMessage(job.input);
  };

  const assign = (): void => {
    while (queue.length > 0 && !isClosed) {
      const idle = [...threads].find(({ job }) => job === undefined);
      const thread = idle ?? (threads.size < options.maxThreads ? start() : undefined);
      if (thread === undefined) return;
      const job = queue.shift();
      if (job !== undefined) give(thread, job);
    }
  };

  return {
    run: (input) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(unavailable('Documents are not made any more: the process is stopping.'));
        if (queue.length >= options.maxQueued) return reject(unavailable('Too many documents are waiting. Try again.'));
        queue.push({ input, resolve, reject, attempts: 0 });
        assign();
      }),
    async close() {
      isClosed = true;
      const jobs = [...[...threads].map(takeJob), ...queue];
      queue = [];
      for (const job of jobs) job?.reject(unavailable('The process is stopping.'));
      await Promise.all([...threads].map(end));
    },
  };
};
