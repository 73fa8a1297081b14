/** A received message; `error` says why it is not authentic. */
export type Arrival = Readonly<{
  at: Date;
  sequence: string | undefined;
  body: string;
  error: string | undefined;
}>;

/** Replaces control characters: the text comes from an unauthenticated client and would control the terminal. */
const plain = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\uFFFD');

const word = (value: unknown): string =>
  typeof value === 'string' ? plain(value).replaceAll('\n', ' ').slice(0, 80) : '?';

const parse = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const event: unknown = JSON.parse(body);
    return typeof event === 'object' && event !== null ? { ...event } : {};
  } catch {
    return {};
  }
};

/** The output for a message: one line, and with `verbose` the event itself. */
export const eventLines = ({ at, sequence, body, error }: Arrival, { verbose }: { verbose: boolean }): string => {
  const event = parse(body);
  const status = error === undefined ? 'verified' : `NOT VERIFIED: the message ${error}`;
  const number = sequence === undefined ? '-' : `#${word(sequence)}`;
  const line = `${[at.toISOString(), word(event['type']), word(event['resource_id']), number, status].join('  ')}\n`;
  return verbose ? `${line}${plain(JSON.stringify(event, null, 2))}\n` : line;
};
