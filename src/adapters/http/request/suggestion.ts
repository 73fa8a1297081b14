import type Joi from 'joi';
import leven, { closestMatch } from 'leven';
import { type Description, descriptionOf } from '../schemas/description.ts';

/** Longer names are no typing errors. */
const MAX_LENGTH = 60;

/** Longer paths are no typing errors. */
const MAX_PATH_LENGTH = 200;

/** Fewer letters have many neighbours. */
const SHORT = 5;

/** The name that was probably meant: one that differs in few letters. */
export const suggestion = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > MAX_LENGTH) return undefined;
  const maxDistance = name.length < SHORT ? 1 : Math.max(2, Math.floor(name.length / 3));
  return closestMatch(name, known, { maxDistance });
};

/** The number of letters by which a segment differs from a route's; infinite if it is another word. */
const segmentDistance = (given: string, wanted: string): number => {
  if (wanted.startsWith('{')) return /\d/.test(given) ? 0 : 1;
  if (given.length >= SHORT && wanted.startsWith(given)) return 1;
  const maxDistance = Math.max(1, Math.floor(given.length / 4));
  const distance = leven(given, wanted, { maxDistance: maxDistance + 1 });
  return distance <= maxDistance ? distance : Number.POSITIVE_INFINITY;
};

/** The route's path that was probably meant: one with almost the same segments, or the shortest with the same end. */
export const nearestPath = (path: string, known: readonly string[]): string | undefined => {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  const segments = path.split('/');
  const distanceTo = (route: string): number => {
    const wanted = route.split('/');
    if (wanted.length !== segments.length) return Number.POSITIVE_INFINITY;
    return wanted.reduce((sum, segment, index) => sum + segmentDistance(segments[index] ?? '', segment), 0);
  };
  const [nearest] = known.map((route) => ({ route, distance: distanceTo(route) })).sort(byDistance);
  if (nearest !== undefined && nearest.distance < Number.POSITIVE_INFINITY) return nearest.route;
  const alike = known.filter((route) => route.split('/').at(-1) === segments.at(-1));
  return alike.sort((a, b) => a.length - b.length)[0];
};

const byDistance = (a: Readonly<{ distance: number }>, b: Readonly<{ distance: number }>): number =>
  a.distance === b.distance ? 0 : a.distance - b.distance;

/** The names of the fields that a schema has at a path. */
export const fieldsAt = (schema: Joi.Schema, path: readonly (string | number)[]): readonly string[] => {
  let description: Description | undefined = descriptionOf(schema);
  for (const step of path) {
    description = typeof step === 'number' ? description?.items[0] : description?.keys[step];
  }
  return Object.keys(description?.keys ?? {});
};
