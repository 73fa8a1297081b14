import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DESCRIBED_SETTINGS, type DescribedSetting, defaultTextOf } from '#composition/environment-settings.ts';
import { SEED_NAMES, SETTING_GROUPS, SETTING_NAMES, SETTINGS } from '#composition/settings.ts';
import { RULE_ENTRIES } from '#core/shop/rules.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** What the image fixes: a service beside others needs no other value, and production has no test clock. */
const FIXED_BY_IMAGE = ['NODE_ENV', 'HOST', 'PORT', 'STORAGE', 'DATA_DIR', 'TEST_CLOCK'];

/** A variable of the shell that starts Compose. */
const variable = (text: string): string => `\${${text}}`;

/** What the service beside a PostgreSQL of its own has; the other settings are passed on where they are set. */
const COMPOSED: Readonly<Record<string, string>> = {
  DATABASE_URL: `postgres://commerce:${variable('POSTGRES_PASSWORD')}@database:5432/commerce`,
  MIGRATION_DATABASE_URL: `postgres://commerce_owner:${variable('POSTGRES_OWNER_PASSWORD')}@database:5432/commerce`,
  SECRET_KEY: variable('SECRET_KEY:?set SECRET_KEY to at least 32 random characters'),
  PUBLIC_URL: variable(`PUBLIC_URL:-http://localhost:${variable('PORT:-3000')}`),
};

const describedAs = (name: string): DescribedSetting => DESCRIBED_SETTINGS[name] as DescribedSetting;

/** The default; none for a list that cannot be `off`. */
const defaultOf = (name: string): string => {
  const text = defaultTextOf(describedAs(name)) ?? '';
  return text === 'off' && SETTINGS.extract(name).validate(text).error !== undefined ? '' : text;
};

/** As the middle of a row, where no sentence begins or ends. */
const inRow = (sentence: string): string =>
  sentence.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase()).replace(/\.$/, '');

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

const settingRow = (name: string): string => {
  const { flags, notes = [] } = describedAs(name);
  return `| \`${name}\` | ${code(defaultOf(name))} | ${notes[0] ?? inRow(flags.description)} |`;
};

const seedRows = RULE_ENTRIES.map(
  ([name, { setting, description }]) =>
    `| \`${setting}\` | \`${name}\` | ${code(defaultOf(setting))} | ${inRow(description)} |`,
);

const INTRODUCTION = `# Settings

Written by \`npm run settings\` from \`src/composition/settings.ts\` and \`src/core/shop/rules.ts\`.

Environment variables, or a file \`.env\` ([config/example.env](../config/example.env)). All are validated at the start, and
all errors are reported at once.

## In force at each start
`;

const SEEDS = `
A developer's machine is one where \`HOST\` is a loopback address, \`NODE_ENV\` is not \`production\` and no live key of a payment
gateway is set. What its defaults allow is announced at the start.

A variable that is no setting but resembles one is reported at the start, and so is a setting of an earlier version.

## Seeds of the shop's rules

The rules by which the shop sells are in the database, and \`PATCH /api/shop/rules\` changes them, with the scope
\`shop_rules:write\`: a change is in force in every process with the next request
([decision 55](decisions/0055-rules-of-the-shop.md)). These variables give them their first values, at the first start on a
database that has none. Later they have no effect, and the start warns of each that differs from its rule. \`off\` is an
empty list. \`currency\` and \`prices_include_tax\` stay as they are once there is an order, an invoice or a subscription.
`;

const LIMITS = `
## Limits of load

\`LIMITS_SCALE\` multiplies these constants of \`src/composition/limits.ts\`:

| what may be in progress | of all clients | of an address or a credential |
| --- | --- | --- |
| connections | 10,000 | 1,000, which does not apply behind a trusted proxy |
| requests | 1,000; more get 503 | 250 |
| bytes of request bodies, and of responses that clients have not read | 64 MiB | half |
| event streams and downloads | 500 | 100 |

A client that reads nothing of a response for 30 seconds is disconnected. A pricing from outside has 5 seconds. Guests place
at most 60 orders an hour per client address and per e-mail, and visitors sign up 10 times an hour per client address.
Visitors and customers try at most 60 unknown discount codes an hour per client address and per customer. An e-mail that
nobody has proved gets at most 5 mails an hour, besides password resets and links to confirm, and a client address causes
at most 30 of these.
Payment attempts that reach a gateway are limited to 20 an hour per order, and those of customers to 60 per user and 120 per
address; declined payments to 10 an hour per order and per customer. Tests, retries and replays of webhooks are limited to 60
a minute per user.
`;

const settingsPage = (): string =>
  [
    INTRODUCTION,
    '| setting | default | meaning |',
    '| --- | --- | --- |',
    ...SETTING_NAMES.map(settingRow),
    SEEDS,
    '| variable | rule | default | meaning |',
    '| --- | --- | --- | --- |',
    ...seedRows,
    LIMITS.trimEnd(),
    '',
  ].join('\n');

const exampleLine = (name: string): string =>
  `# ${`${name}=${defaultOf(name)}`.padEnd(26)} # ${describedAs(name).flags.description.replaceAll('`', '')}`;

const exampleFile = (): string =>
  [
    "# Written by `npm run settings`. Copy to `.env` in the project's folder. Every setting has the default shown.",
    ...SETTING_GROUPS.flatMap((group) => ['', ...Object.keys(group).map(exampleLine)]),
    '',
    '# The first start stores these as the rules of the shop; later PATCH /api/shop/rules changes them.',
    ...SEED_NAMES.map(exampleLine),
    '',
  ].join('\n');

/** The list of the service's variables; the rest of the file is written by hand. */
const composeFile = (present: string): string => {
  const names = [...SETTING_NAMES, ...SEED_NAMES].filter((name) => !FIXED_BY_IMAGE.includes(name));
  const lines = names.map((name) => `      - ${name}${COMPOSED[name] === undefined ? '' : `=${COMPOSED[name]}`}\n`);
  return present.replace(/( {4}environment:\n)(?: {6}- .*\n)+/, (_, head: string) => head + lines.join(''));
};

const COMPOSE = 'docker/compose.yaml';

/** The files that are written from the description of the settings, by their paths. */
export const settingsDocuments = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/settings.md', settingsPage()],
    ['config/example.env', exampleFile()],
    [COMPOSE, composeFile(readFileSync(path.join(ROOT, COMPOSE), 'utf8'))],
  ]);
