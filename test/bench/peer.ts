import type { Candidate } from './load.ts';

const optionOf = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Another server's read of a page of 20 products: the URL after `--peer=`, and a header `name:value` after `--peer-header=`. */
export const peerOption = (item: string): Candidate | undefined => {
  const url = optionOf('peer');
  if (url === undefined || item !== 'page of 20') return undefined;
  const { origin, pathname, search } = new URL(url);
  const [name = '', value = ''] = (optionOf('peer-header') ?? 'accept:application/json').split(':');
  return { url: origin, headers: { [name]: value }, requests: () => [{ method: 'GET', path: pathname + search }] };
};
