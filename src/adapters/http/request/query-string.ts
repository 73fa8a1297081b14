import { HttpError } from '../responses/problem.ts';

/** More than any list has filters and ids. */
const MAX_PARAMETERS = 300;

/**
 * Reads a query string strictly: UTF-8 in valid percent-encoding; only repeatable parameters may repeat and become
 * arrays.
 * @throws HttpError `invalid_parameter`.
 */
export const parseQueryString = (queryString: string, repeatable: ReadonlySet<string>): Record<string, unknown> => {
  const parameters: Record<string, unknown> = Object.create(null);
  const pairs = queryString === '' ? [] : queryString.split('&', MAX_PARAMETERS + 1);
  const [extra] = pairs.slice(MAX_PARAMETERS);
  if (extra !== undefined) {
    const [name] = split(extra);
    throw invalidParameter(name, 'query.max', `is one of more than ${MAX_PARAMETERS} parameters`);
  }
  for (const pair of pairs) {
    if (pair === '') continue;
    const [name, value] = split(pair);
    const before = parameters[name];
    if (repeatable.has(name)) {
      if (before === undefined) parameters[name] = [value];
      else (before as string[]).push(value);
    } else if (before === undefined) parameters[name] = value;
    else throw invalidParameter(name, 'parameter.repeated', 'must not be repeated');
  }
  return parameters;
};

export const invalidParameter = (parameter: string, code: string, message: string): HttpError =>
  new HttpError(400, 'invalid_parameter', `${parameter} ${message}`, { errors: [{ parameter, code, message }] });

const split = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  const name = decode(at === -1 ? pair : pair.slice(0, at));
  return [name, at === -1 ? '' : decode(pair.slice(at + 1), name)];
};

const decode = (text: string, parameter = text): string => {
  if (!/[%+\0]/.test(text)) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!decoded.includes('\0')) return decoded;
  } catch {
    throw invalidParameter(parameter, 'parameter.encoding', 'must be UTF-8 in valid percent-encoding');
  }
  throw invalidParameter(parameter, 'parameter.nul', 'must not contain NUL');
};
