/** A message that arrived, and why it is not to be believed, if it is not. */
export type Arrival = Readonly<{
  at: Date;
  sequence: string | undefined;
  body: string;
  fault: string | undefined;
}>;

/** Without what would steer a terminal: it comes from whoever calls. */
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

/** What is printed of a message: a line, and the event itself if that is asked for. */
export const eventLines = ({ at, sequence, body, fault }: Arrival, { verbose }: { verbose: boolean }): string => {
  const event = parse(body);
  const verdict = fault === undefined ? 'verified' : `NOT VERIFIED: the message ${fault}`;
  const number = sequence === undefined ? '-' : `#${word(sequence)}`;
  const line = `${[at.toISOString(), word(event['type']), word(event['resource_id']), number, verdict].join('  ')}\n`;
  return verbose ? `${line}${plain(JSON.stringify(event, null, 2))}\n` : line;
};
