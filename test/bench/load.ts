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
  /** 200 to 299 if left out. */
  status?: 304;
}>;

/** How many responses a candidate has sent, those of a second, and the bytes of one with its headers. */
export type Sent = Readonly<{ responses: number; throughput: number; bytes: number }>;

export const CONNECTIONS = 32;

/**
 * Not measured: until V8 has compiled it, code runs at half the speed. Of a service that runs for weeks, that time does
 * not matter.
 */
export const WARM_UP_SECONDS = 6;

/** @throws Error on any failed response. */
export const load = async (candidate: Candidate, seconds: number): Promise<Sent> => {
  const { url, headers, requests, connections = CONNECTIONS, rate, status } = candidate;
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
  const received = result['2xx'] + result.non2xx;
  const succeeded = status === 304 ? result['3xx'] : result['2xx'];
  const failed = received - succeeded + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${url} failed ${failed} of ${succeeded + failed} requests.`);
  const throughput = succeeded / result.duration;
  return { responses: succeeded, throughput, bytes: result.throughput.total / received };
};

/** The responses per second of a candidate. @throws Error on any failed response. */
export const throughputOf = async (candidate: Candidate, seconds: number): Promise<number> =>
  (await load(candidate, seconds)).throughput;

type Rounds = Readonly<{ rounds: number; seconds: number }>;

/**
 * Measures all candidates in each round, one after the other, in reversed order every other round.
 * @returns the throughputs of each, by round.
 */
export const measureAlternately = <Name extends string>(
  candidates: Readonly<Record<Name, Candidate>>,
  rounds: Rounds,
): Promise<Record<Name, number[]>> => takeTurns(candidates, rounds, throughputOf);

/** As above, with another measurement of each. */
export const takeTurns = async <Name extends string, C extends Candidate, Measured>(
  candidates: Readonly<Record<Name, C>>,
  { rounds, seconds }: Rounds,
  measure: (candidate: C, seconds: number) => Promise<Measured>,
): Promise<Record<Name, Measured[]>> => {
  const names = Object.keys(candidates) as Name[];
  for (const name of names) await throughputOf(candidates[name], WARM_UP_SECONDS);
  const results = {} as Record<Name, Measured[]>;
  for (const name of names) results[name] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await measure(candidates[name], seconds));
    }
  }
  return results;
};
