import { expect } from 'chai';
import { expectProblem } from '../problems.ts';
import type { ClientResponse, Sent } from '../servers/keep-alive.ts';

/** Codes of problems that need not say where the error is. */
const WITHOUT_POSITION =
  /^(authentication_required|\w+_api_key|forbidden|not_found|method_not_allowed|version_mismatch|bad_request)$/;

type Problem = Readonly<{ code: string; errors?: readonly Record<string, unknown>[] }>;

/** Checks what all responses have in common; server errors never qualify. */
export const expectWellFormed = ({ method, path }: Sent, { status, headers, text }: ClientResponse): void => {
  expect(status, `${method} ${path}: ${text}`).to.be.within(200, 499);
  expect(headers['x-request-id']).to.be.a('string');
  if (method === 'HEAD' || status === 204 || status === 304) {
    expect(text).to.equal('');
  } else if (status === 404 && path.startsWith('/docs/') && headers['content-type']?.startsWith('text/html')) {
    // people open the pages of the documentation in a browser
    expect(text)
      .to.match(/^<!doctype html>/i)
      .and.include('Not found');
  } else if (status >= 400) {
    const get = (name: string): string => String(headers[name]);
    expectPositions(expectProblem({ status, text, headers: { get } }, status, JSON.parse(text).code));
  } else if (headers['content-type']?.startsWith('application/json')) {
    JSON.parse(text);
  }
};

/** Each error has one position and a message. */
const expectPositions = ({ code, errors = [] }: Problem): void => {
  if (!WITHOUT_POSITION.test(code)) expect(errors, code).to.not.be.empty;
  for (const { code: errorCode, message, ...position } of errors) {
    expect([typeof errorCode, typeof message]).to.deep.equal(['string', 'string']);
    const [[kind, where] = [], ...others] = Object.entries(position);
    expect(others).to.be.empty;
    expect(kind).to.be.oneOf(['pointer', 'parameter', 'header']);
    if (kind === 'pointer') expect(where).to.match(/^(\/.*)?$/s);
  }
};
