import { ListenError } from './listen-error.ts';

/** The origin of the secret: an endpoint that the listener registers, or the setting `WEBHOOK_SECRET`. */
export type Source =
  | Readonly<{ kind: 'registered'; apiUrl: string; apiKey: string; events: readonly string[] }>
  | Readonly<{ kind: 'given'; secret: string }>;

export type ListenSettings = Readonly<{ port: number; verbose: boolean; source: Source }>;

type Environment = Readonly<Record<string, string | undefined>>;

const USAGE = `Start it with a key that has the scope webhooks:write:
  API_KEY=cpk_… npm run webhooks:listen
or with the secret of an endpoint that you registered yourself:
  WEBHOOK_SECRET=whsec_… npm run webhooks:listen`;

const sourceOf = ({ API_KEY, API_URL, EVENTS, WEBHOOK_SECRET }: Environment, errors: string[]): Source => {
  if (API_KEY && WEBHOOK_SECRET) errors.push('API_KEY and WEBHOOK_SECRET exclude each other: give one of them.');
  if (WEBHOOK_SECRET) return { kind: 'given', secret: WEBHOOK_SECRET };
  if (!API_KEY) errors.push(USAGE);
  const url = URL.parse(API_URL || 'http://127.0.0.1:3000');
  if (url === null || !/^https?:$/.test(url.protocol)) errors.push('API_URL must be an http or https URL.');
  const events = (EVENTS || '*').split(',').map((pattern) => pattern.trim());
  if (events.includes(''))
    errors.push('EVENTS must be patterns with a comma between them, such as payment.*,user.created');
  return { kind: 'registered', apiUrl: url?.href.replace(/\/+$/, '') ?? '', apiKey: API_KEY ?? '', events };
};

/**
 * Reads the settings from the environment.
 * @throws ListenError that names every invalid setting.
 */
export const readListenSettings = (environment: Environment): ListenSettings => {
  const errors: string[] = [];
  const port = environment['PORT'] || '4000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) errors.push('PORT must be a whole number up to 65535.');
  const verbose = environment['VERBOSE'] || 'false';
  if (!['true', 'false'].includes(verbose)) errors.push('VERBOSE must be true or false.');
  const source = sourceOf(environment, errors);
  if (errors.length > 0) throw new ListenError(errors.join('\n'));
  return { port: Number(port), verbose: verbose === 'true', source };
};
