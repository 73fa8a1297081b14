import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Candidate, load, type Sent } from './load.ts';
import type { Measurement } from './measurements.ts';
import { type ProcessorTime, processorTimeOf, type ServerProcesses } from './processor-time.ts';
import { median, medianRatio } from './report.ts';

/** A candidate whose processor time is measured. */
export type MeasuredSide = Candidate & ServerProcesses;

/** A round of a side: what it sent, and the processor time of each request in ms. */
type Round = Sent & ProcessorTime;

/** An item with its rounds on both sides. */
export type MeasuredItem = Pick<Measurement, 'name' | 'goal'> &
  Readonly<{ service: readonly Round[]; floor: readonly Round[] }>;

/** What a server does after its responses, such as giving events their positions, is part of their cost. */
const AFTERMATH_MS = 200;

export const measureSide = async (pool: Pool, side: MeasuredSide, seconds: number): Promise<Round> => {
  const before = await processorTimeOf(pool, side);
  const { throughput, bytes, responses } = await load(side, seconds);
  await sleep(AFTERMATH_MS);
  const after = await processorTimeOf(pool, side);
  const timeOf = (kind: keyof ProcessorTime): number => (after[kind] - before[kind]) / responses;
  return { throughput, bytes, responses, node: timeOf('node'), postgres: timeOf('postgres') };
};

const throughputs = (rounds: readonly Round[]): number[] => rounds.map(({ throughput }) => throughput);

const cpus = (rounds: readonly Round[]): number[] => rounds.map(({ node, postgres }) => node + postgres);

export const isReached = ({ service, floor, goal }: MeasuredItem): boolean =>
  medianRatio(throughputs(service), throughputs(floor)) >= goal.throughput &&
  medianRatio(cpus(service), cpus(floor)) <= goal.cpu;

const HEADER = ['', 'throughput', 'rounds', 'goal', 'CPU', 'goal', 'CPU ms', "floor's", 'bytes', "floor's"];

/** A table of the service's parts of the floor, with the processor time in ms of Node and of PostgreSQL. */
export const tableOfGoals = (title: string, items: readonly MeasuredItem[]): string => {
  const rows = [HEADER, ...items.map(cellsOf)];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  );
  return ['', title, '', ...lines.map((line) => line.join('  ').trimEnd()), ''].join('\n');
};

const cellsOf = (item: MeasuredItem): string[] => {
  const { name, service, floor, goal } = item;
  const rounds = service.map(({ throughput }, index) => throughput / (floor[index]?.throughput ?? Number.NaN));
  return [
    name,
    medianRatio(throughputs(service), throughputs(floor)).toFixed(2),
    `${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}`,
    goal.throughput.toFixed(2),
    medianRatio(cpus(service), cpus(floor)).toFixed(2),
    goal.cpu.toFixed(2),
    timesOf(service),
    timesOf(floor),
    sizeOf(service),
    sizeOf(floor),
    ...(isReached(item) ? [] : ['MISSED']),
  ];
};

const timesOf = (rounds: readonly Round[]): string =>
  `${median(rounds.map(({ node }) => node)).toFixed(2)} + ${median(rounds.map(({ postgres }) => postgres)).toFixed(2)}`;

const sizeOf = (rounds: readonly Round[]): string => median(rounds.map(({ bytes }) => bytes)).toFixed(0);
