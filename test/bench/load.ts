import autocannon from 'autocannon';

export type Request = autocannon.Request;

/** A version under measurement: its server, and the requests of each connection. */
export type Candidate = Readonly<{
  url: string;
  headers: Record<string, string>;
  requests: (connection: number) => Request[];
  /** As many as `CONNECTIONS` if left out. */
  connections?: number;
  /** How many requests are sent per second at most. */
  rate?: number;
}>;

export const CONNECTIONS = 32;

/**
 * Not measured: until V8 has compiled it, code runs at half the speed. Of a service that runs for weeks, that time does
 * not matter.
 */
export const WARM_UP_SECONDS = 6;

/** The responses per second of a candidate. @throws Error on any failed response. */
export const throughputOf = async (candidate: Candidate, seconds: number): Promise<number> => {
  const { url, headers, requests, connections = CONNECTIONS, rate } = candidate;
  let clients = 0;
  const setupClient = (client: autocannon.Client): void => {
    clients += 1;
    client.setRequests(requests(clients));
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    // milliseconds: autocannon ends a run only when it takes a sample, by default once a second
    sampleInt: 100,
    headers,
    setupClient,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${url} failed ${failed} of ${result['2xx'] + failed} requests.`);
  return result['2xx'] / result.duration;
};

/**
 * Measures all candidates in each round, one after the other, in reversed order every other round.
 * @returns the throughputs of each, by round.
 */
export const measureAlternately = async <Name extends string>(
  candidates: Readonly<Record<Name, Candidate>>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(candidates) as Name[];
  for (const name of names) await throughputOf(candidates[name], WARM_UP_SECONDS);
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await throughputOf(candidates[name], seconds));
    }
  }
  return results;
};
