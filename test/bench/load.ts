import autocannon from 'autocannon';

export type Request = autocannon.Request;

/** A version under measurement: its server, and the requests of each connection. */
export type Candidate = Readonly<{
  url: string;
  headers: Record<string, string>;
  requests: (connection: number) => Request[];
  /** As many as `CONNECTIONS` if left out. */
  connections?: number;
}>;

export const CONNECTIONS = 32;

/** Code runs at half the speed until V8 has compiled it, and a service runs for weeks. */
const WARM_UP_SECONDS = 6;

/** The responses per second of a candidate. @throws Error on any failed response. */
const throughputOf = async (candidate: Candidate, seconds: number): Promise<number> => {
  const { url, headers, requests, connections = CONNECTIONS } = candidate;
  let clients = 0;
  const setupClient = (client: autocannon.Client): void => {
    clients += 1;
    client.setRequests(requests(clients));
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // the run ends with a sample, which by default is taken every second
    sampleInt: 100,
    headers,
    setupClient,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${url} failed ${failed} of ${result['2xx'] + failed} requests.`);
  return result['2xx'] / result.duration;
};

/** The throughputs of candidates that alternate, in reversed order every other round. */
export const measureInTurns = async <Name extends string>(
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
