import { parentPort } from 'node:worker_threads';
import { type ClonedDocument, revivedDocument } from './cloned-document.ts';
import { drawDocument } from './draw-document.ts';
import type { Reply } from './worker-pool.ts';

const draw = async (message: ClonedDocument): Promise<void> => {
  try {
    const output = await drawDocument(revivedDocument(message));
    const reply: Reply<Uint8Array> = { output };
    parentPort?.postMessage(reply, [output.buffer]);
  } catch (error) {
    const reply: Reply<Uint8Array> = { error: error instanceof Error ? String(error.stack) : String(error) };
    parentPort?.postMessage(reply);
  }
};

parentPort?.on('message', draw);
