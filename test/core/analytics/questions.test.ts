import { expect } from 'chai';
import { KEYED_NAMES, metricsBy, TIME_NAMES } from '#core/analytics/dimensions.ts';
import { METRIC_NAMES } from '#core/analytics/metrics.ts';
import { Question, type QuestionFields } from '#core/analytics/question.ts';
import { DomainError } from '#core/shared/domain-error.ts';

describe('a question over metrics', () => {
  const errorsOf = (fields: QuestionFields): readonly string[] => {
    try {
      Question.of(fields);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.fieldErrors.map(({ path, message }) => `${path.join('.')} ${message}`);
    }
  };

  it('names metrics and dimensions differently, since rows have both', () => {
    const names = [...METRIC_NAMES, ...KEYED_NAMES, ...KEYED_NAMES.map((name) => `${name}_label`), ...TIME_NAMES];
    expect(new Set(names).size).to.equal(names.length);
  });

  it('may divide every metric of a dimension by it, and no other', () => {
    for (const dimension of KEYED_NAMES) {
      for (const metric of METRIC_NAMES) {
        const errors = errorsOf({ metrics: [metric], dimensions: [dimension, 'month'] });
        if (metricsBy(dimension).includes(metric)) expect(errors).to.deep.equal([]);
        else expect(errors.join()).to.include(`must be available by ${dimension}, which ${metric} is not`);
      }
    }
  });

  it('has at most 100 filters, however many are sent', () => {
    const filters = (count: number) => Array.from({ length: count }, (_, index) => `user:${index}`);
    expect(errorsOf({ metrics: ['net'], filters: filters(100) })).to.deep.equal([]);
    expect(errorsOf({ metrics: ['net'], filters: filters(10_000) })).to.deep.equal([
      'filters must have at most 100 items',
    ]);
  });

  it('reports everything that is wrong with it', () => {
    const fields = { metrics: ['net', 'mrr', 'revenue'], dimensions: ['colour'], filters: ['x'], sort: 'units' };
    expect(errorsOf(fields).map((error) => error.split(' ', 1)[0])).to.deep.equal([
      'metrics',
      'metrics',
      'dimensions',
      'filters',
      'sort',
    ]);
  });
});
