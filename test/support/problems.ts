import { expect } from 'chai';
import { PROBLEMS } from '#adapters/http/responses/problem-codes.ts';
import type { Reply } from './servers/calls.ts';

type ResponseText = Readonly<{ status: number; headers: Pick<Headers, 'get'>; text: string }>;

/** Checks the form of a problem. @returns the problem. */
export const expectProblem = (reply: ResponseText, status: number, code: string): Reply['json'] => {
  expect(`${reply.status} ${reply.text}`).to.match(new RegExp(`^${status} .*"code":"${code}"`, 's'));
  expect(PROBLEMS, code).to.have.nested.property(`${code}.status`, status);
  expect(reply.headers.get('content-type')).to.equal('application/problem+json; charset=utf-8');
  const problem: Reply['json'] = JSON.parse(reply.text);
  expect(problem).to.include({ status, code, doc_url: problem.type });
  expect(new URL(problem.type).pathname).to.equal(`/docs/errors/${code}`);
  expect(problem.title).to.match(/^[A-Z]/);
  expect(problem.detail).to.be.a('string').that.is.not.empty;
  expect(problem.instance).to.match(/^[/*]/);
  expect(problem.request_id).to.equal(reply.headers.get('x-request-id'));
  return problem;
};

/** The sorted, distinct positions of a problem's errors: pointers, parameters and headers. */
export const errorPathsOf = ({ errors = [] }: Reply['json']): string[] => {
  const paths = errors.map(({ pointer, parameter, header }: Record<string, string>) => pointer ?? parameter ?? header);
  return [...new Set<string>(paths)].sort();
};
