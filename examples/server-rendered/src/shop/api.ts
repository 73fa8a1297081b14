import { COMMERCE_KEY, COMMERCE_URL } from 'astro:env/server';
import { type Client, createClient } from 'commerce-client';

type Visitor = Readonly<{ clientAddress: string; orderToken: string | undefined }>;

/**
 * The API for one visitor. The key is a publishable one, so that this server may do no more than its visitors; their
 * address lets the service count the requests of each, if its `TRUST_PROXY` is the address of this server.
 */
export const makeApi = ({ clientAddress, orderToken }: Visitor): Client =>
  createClient({
    url: COMMERCE_URL,
    key: COMMERCE_KEY,
    orderToken,
    timeoutMs: 10_000,
    fetch: (request) => {
      request.headers.set('X-Forwarded-For', clientAddress);
      return fetch(request);
    },
  });
