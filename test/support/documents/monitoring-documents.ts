import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { dashboard, type Panel } from './grafana-dashboard.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

const SOURCE = 'docs/monitoring/metrics.yaml';
const OPERATE = 'docs/operate.md';

type Alert = Readonly<{
  name: string;
  when: string;
  /** As Prometheus writes it: `5m`. */
  for: string;
  severity?: 'critical';
  expr: string;
}>;

/** An entry of `metrics.yaml`, which explains it. */
type Entry = Readonly<{
  names: readonly string[];
  meaning: string;
  action: string;
  storage?: 'always' | 'optional';
  alerts: readonly Alert[];
  panels?: readonly Panel[];
}>;

const entriesIn = (): readonly Entry[] => parse(readFileSync(path.join(ROOT, SOURCE), 'utf8'));

const UNITS: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' };

/** ` for 5 minutes`; nothing for an alert that fires at once. */
const duration = (text: string): string => {
  const [count, unit] = [Number.parseInt(text, 10), UNITS[text.at(-1) ?? '']];
  return count === 0 ? '' : ` for ${count} ${unit}${count === 1 ? '' : 's'}`;
};

const conditionOf = ({ when, for: time }: Alert): string => {
  const [condition, ...exception] = when.split('; ');
  return [`${condition}${duration(time)}`, ...exception].join('; ');
};

const tableRow = ({ names, meaning, alerts, action }: Entry): string => {
  const metrics = names.map((name) => `\`${name}\``).join(', ');
  return `| ${metrics} | ${meaning} | ${alerts.map(conditionOf).join(', ')} | ${action} |`;
};

const HEAD = '| metric | meaning | alert | what to do |\n| --- | --- | --- | --- |\n';

/** The rows of the table; the rest of the file is written by hand. */
const operatePage = (entries: readonly Entry[]): string => {
  const [before = '', after = ''] = readFileSync(path.join(ROOT, OPERATE), 'utf8').split(HEAD);
  const rows = entries.map((entry) => `${tableRow(entry)}\n`).join('');
  return `${before}${HEAD}${rows}${after.replace(/^(?:\|.*\n)*/, '')}`;
};

/** Text without the links and quotes of Markdown. */
const plain = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${plain(text).slice(1)}.`;

/** The first metric of an entry that an expression names. */
const metricIn = (expr: string, { names }: Entry): string =>
  names.find((name) => new RegExp(`\\b${name}(?!_?[a-z])|\\b${name}_(?:count|bucket|sum)\\b`).test(expr)) ?? '';

/** By what an alert is told apart from others of its rule. */
const subject = (expr: string): string => {
  const [, labels = ''] = /^\w+ by \((\w+)\)/.exec(expr) ?? [];
  return labels === '' ? '' : ` {{ $labels.${labels} }}`;
};

const ruleOf = (entry: Entry, alert: Alert) => ({
  alert: alert.name,
  expr: alert.expr,
  for: alert.for,
  labels: { severity: alert.severity ?? 'warning' },
  annotations: {
    summary: `${metricIn(alert.expr, entry)}${subject(alert.expr)}: ${plain(conditionOf(alert))}`,
    description: sentence(entry.meaning),
    runbook: sentence(entry.action),
  },
});

/** All gauges of the storage have no value while it is away, and none has one while nothing is scraped. */
const absenceRule = (entries: readonly Entry[]) => ({
  alert: 'StorageGaugesAbsent',
  expr: entries
    .filter(({ storage }) => storage === 'always')
    .map(({ names: [name] }) => `absent(${name})`)
    .join(' or '),
  for: '2m',
  labels: { severity: 'critical' },
  annotations: {
    summary: 'Gauges of the storage are absent for 2 minutes',
    description: 'No process could read them, or none is scraped.',
    runbook: 'Look at the database, and at the targets in Prometheus.',
  },
});

const RULES_HEAD = `# Written by \`npm run monitoring\` from ${SOURCE}.\n`;

const rulesFile = (entries: readonly Entry[]): string => {
  const rules = entries.flatMap((entry) => entry.alerts.map((alert) => ruleOf(entry, alert)));
  const groups = [{ name: 'commerce', rules: [absenceRule(entries), ...rules] }];
  return RULES_HEAD + stringify({ groups }, { lineWidth: 0 });
};

/** The files that are written from the description of the metrics, by their paths. */
export const monitoringDocuments = (): ReadonlyMap<string, string> => {
  const entries = entriesIn();
  const panels = entries.flatMap((entry) => entry.panels ?? []);
  return new Map([
    [OPERATE, operatePage(entries)],
    ['docs/monitoring/alerts.yaml', rulesFile(entries)],
    ['docs/monitoring/dashboard.json', `${JSON.stringify(dashboard(panels), undefined, 2)}\n`],
  ]);
};

/** All expressions of the alerts and panels. */
export const monitoredExpressions = (): readonly string[] =>
  entriesIn().flatMap(({ alerts, panels = [] }) => [
    ...alerts.map(({ expr }) => expr),
    ...panels.flatMap(({ queries }) => Object.values(queries)),
  ]);
