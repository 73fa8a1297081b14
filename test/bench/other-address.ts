import { get } from 'node:http';

/** Not the attacker's: the service limits what an address uses. */
export const OTHER_ADDRESS = '127.0.0.2';

/** The status of a response on a new connection once it is read; 0 without a response. */
export const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent: false, localAddress: OTHER_ADDRESS }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    }).on('error', () => resolve(0));
  });
