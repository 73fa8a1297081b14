import { fill, t } from '../text/text.ts';

/** Parts of user agents by what people call the browser: some name others too, so that the first one counts. */
const BROWSERS = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari', curl: 'curl' };

const SYSTEMS = {
  Windows: 'Windows',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  CrOS: 'ChromeOS',
  'Mac OS X': 'macOS',
  Linux: 'Linux',
};

const nameIn = (userAgent: string, names: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(names).find(([part]) => userAgent.includes(part))?.[1];

/** Such as `Chrome on Linux`; the user agent itself if it is none of a known browser. */
const deviceName = (userAgent: string | null): string => {
  if (userAgent === null) return t().account.unknownDevice;
  const [browser, system] = [nameIn(userAgent, BROWSERS), nameIn(userAgent, SYSTEMS)];
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : fill(t().account.device, { browser, system });
};

/** The device of a session, with its whole user agent for whoever points at it. */
export const Device = ({ agent }: Readonly<{ agent: string | null }>) => (
  <span title={agent ?? ''}>{deviceName(agent)}</span>
);
