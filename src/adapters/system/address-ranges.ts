import { BlockList, isIP } from 'node:net';
import type { IsInRanges } from '#core/access/ports.ts';

const compiled = new WeakMap<readonly string[], BlockList>();

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const compile = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
};

/** Matches addresses by Node's block lists, built once per list of ranges. */
export const isInRanges: IsInRanges = (address, ranges) => {
  const list = compiled.get(ranges) ?? compile(ranges);
  compiled.set(ranges, list);
  return isIP(address) !== 0 && list.check(address, familyOf(address));
};
