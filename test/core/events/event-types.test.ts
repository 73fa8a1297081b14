import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { EventType } from '#core/capabilities.ts';
import { EVENT_TYPES, EventPattern } from '#core/events/event-types.ts';

describe('an event pattern', () => {
  it('matches its own type', () => {
    for (const type of EVENT_TYPES) expect(EventPattern.types(type)).to.deep.equal([type]);
  });

  it('matches all types of a resource', () => {
    expect(EventPattern.types('user.*')).to.deep.equal(['user.created', 'user.updated', 'user.deleted']);
    expect(EventPattern.types('webhook.*')).to.have.length(2);
  });

  it('matches all types', () => {
    expect(EventPattern.types('*')).to.deep.equal(EVENT_TYPES);
  });

  for (const text of [
    '',
    '.',
    '.*',
    '*.*',
    '*.created',
    'user',
    'user.',
    'use*',
    'user*',
    'u.*',
    'USER.*',
    'user.*.*',
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      expect(EventPattern.types(text)).to.deep.equal([]);
      expect(EventPattern.all()).to.not.include(text);
    });
  }

  it('is listed once if it matches anything', () => {
    const all = EventPattern.all();
    expect(new Set(all).size).to.equal(all.length);
    expect(all.filter((pattern) => EventPattern.types(pattern).length === 0)).to.deep.equal([]);
    expect(all).to.include.members(['*', 'api_key.*', 'payment.*', 'payment.refunded']);
  });
});

describe('event types', () => {
  const CORE = path.resolve(import.meta.dirname, '../../../src/core');
  const sources = readdirSync(CORE, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'records.ts')
    // a file may have the events of several resources, one after the other
    .flatMap((file) => readFileSync(path.join(CORE, file), 'utf8').split(/(?=^const \w+ = eventsOf\()/m));

  /** The event types emitted by the part of a source about one resource: named, or by resource and step. */
  const madeBy = (source: string): string[] => {
    const found = (pattern: RegExp): string[] => [...source.matchAll(pattern)].map(([, text = '']) => text);
    const [resource = ''] = found(/eventsOf\('(\w+)'/g);
    const steps = [
      ...found(/[eE]vents\.(created|deleted)\b/g),
      ...found(/[eE]vents\.changed\('(\w+)'/g),
      ...found(/status === '(\w+)'/g),
      ...[...source.matchAll(/\? '(\w+)' : '(\w+)'/g)].flatMap(([, one = '', other = '']) => [one, other]),
    ];
    const whole = [...source.matchAll(/\? '(\w+\.\w+)' : '(\w+\.\w+)'/g)].flatMap(([, one = '', other = '']) => [
      one,
      other,
    ]);
    return [
      ...found(/type: '(\w+\.\w+)'/g),
      ...whole,
      ...(resource === '' ? [] : steps.map((step) => `${resource}.${step}`)),
    ];
  };

  it('include every emitted event', () => {
    const made = new Set(sources.flatMap(madeBy));
    expect([...made].filter((type) => !EVENT_TYPES.includes(type as EventType))).to.deep.equal([]);
    expect([...made]).to.have.members([...EVENT_TYPES]);
  });
});
