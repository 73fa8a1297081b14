import { type Options, type PathOf, type ResultOf, request } from '../api/request.ts';
import { type LoadState, useLoaded } from './use-loaded.ts';

/** Loads what an operation responds with, and again when its parameters or the version of the resource change. */
export const useResource = <P extends PathOf<'get'>>(
  path: P,
  options: Pick<Options<P, 'get'>, 'params' | 'query'> = {},
  version?: number | string,
): LoadState<ResultOf<P>> =>
  useLoaded(JSON.stringify([path, options, version]), async (signal) => {
    return (await request<'get', P>('get', path, { ...options, signal })).data;
  });
