/** A received message, and why it is not valid, if so. */
export type Arrival = Readonly<{
  at: Date;
  sequence: string | undefined;
  body: string;
  fault: string | undefined;
}>;

/** Without terminal control characters, since anybody may send messages. */
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

/** The printed lines of a message: a summary, and the event on request. */
export const eventLines = ({ at, sequence, body, fault }: Arrival, { verbose }: { verbose: boolean }): string => {
  const event = parse(body);
  const verdict = fault === undefined ? 'verified' : `NOT VERIFIED: the message ${fault}`;
  const number = sequence === undefined ? '-' : `#${word(sequence)}`;
  const line = `${[at.toISOString(), word(event['type']), word(event['resource_id']), number, verdict].join('  ')}\n`;
  return verbose ? `${line}${plain(JSON.stringify(event, null, 2))}\n` : line;
};
