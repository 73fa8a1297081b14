import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wholeDocument } from '#composition/whole-document.ts';
import { breaksOf } from './api-breaks.ts';
import { type ApiContract, contractOf, contractText, type OpenApiDocument } from './api-contract.ts';

const RELEASED = path.resolve(import.meta.dirname, '../../../docs/released-api.json');

const currentContract = async (): Promise<ApiContract> => contractOf((await wholeDocument()) as OpenApiDocument);

/** Stores what clients of this release rely on. */
export const writeReleasedApi = async (): Promise<void> => writeFile(RELEASED, contractText(await currentContract()));

/** What breaks clients of the last released API: in a new version, which translates responses and requests, of events alone. */
export const forbiddenBreaks = async (): Promise<string[]> => {
  const released: ApiContract = JSON.parse(await readFile(RELEASED, 'utf8'));
  const current = await currentContract();
  const breaks = breaksOf(released, current);
  return current.version === released.version ? breaks : breaks.filter((each) => each.startsWith('event '));
};
