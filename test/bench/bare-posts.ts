import { Agent } from 'undici';

/** Posts the same body repeatedly with the service's HTTP client: `url count atOnce body`. */
const [url = '', count = '0', atOnce = '1', body = ''] = process.argv.slice(2);
const agent = new Agent();
const target = new URL(url);
const headers = ['content-type', 'application/json', 'webhook-id', 'evt_0', 'webhook-signature', 'v1,'.padEnd(47, 'x')];

const post = async (): Promise<void> => {
  const { body: responseBody } = await agent.request({
    origin: target.origin,
    path: '/',
    method: 'POST',
    headers,
    body,
  });
  await responseBody.dump();
};

let left = Number(count);
const postOn = async (): Promise<void> => {
  while (left > 0) {
    left -= 1;
    await post();
  }
};
await Promise.all(Array.from({ length: Number(atOnce) }, postOn));
await agent.close();
