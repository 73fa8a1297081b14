import autocannon from 'autocannon';

export type Request = autocannon.Request;

/** Something to be measured: a server, and what each connection asks of it. */
export type Contestant = Readonly<{
  url: string;
  headers: Record<string, string>;
  requests: (connection: number) => Request[];
  /** As many as `CONNECTIONS` if left out. */
  connections?: number;
}>;

export const CONNECTIONS = 32;

/** What V8 has not compiled yet runs at half the speed, and a service runs for weeks. */
const WARM_UP_SECONDS = 6;

/** Requests that a contestant answers in a second. @throws when it fails to answer one as it should. */
const throughputOf = async (contestant: Contestant, seconds: number): Promise<number> => {
  const { url, headers, requests, connections = CONNECTIONS } = contestant;
  let clients = 0;
  const setupClient = (client: autocannon.Client): void => {
    clients += 1;
    client.setRequests(requests(clients));
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // it ends at a sample: the default is one a second
    sampleInt: 100,
    headers,
    setupClient,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${url} failed ${failed} of ${result['2xx'] + failed} requests.`);
  return result['2xx'] / result.duration;
};

/** Throughputs of contestants that take turns, round by round, every other round in the opposite order. */
export const compete = async <Name extends string>(
  contestants: Readonly<Record<Name, Contestant>>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(contestants) as Name[];
  for (const name of names) await throughputOf(contestants[name], WARM_UP_SECONDS);
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await throughputOf(contestants[name], seconds));
    }
  }
  return results;
};
