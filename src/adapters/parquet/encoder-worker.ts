import { parentPort } from 'node:worker_threads';
import type { EncoderRequest, EncoderResponse } from './encoder-messages.ts';
import { ParquetFile } from './parquet-file.ts';

// one file at a time
let file: ParquetFile | undefined;

const openFile = (): ParquetFile => {
  if (file === undefined) throw new Error('There is no file to write to.');
  return file;
};

const handle = async (request: EncoderRequest): Promise<void> => {
  switch (request.kind) {
    case 'create':
      file = await ParquetFile.create(request.path, request.dataset);
      return;
    case 'append':
      return openFile().append(request.rows);
    case 'complete':
      await openFile().complete();
      file = undefined;
  }
};

parentPort?.on('message', async (request: EncoderRequest) => {
  let response: EncoderResponse = {};
  try {
    await handle(request);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    response = { error: { message, code } };
  }
  parentPort?.postMessage(response);
});
