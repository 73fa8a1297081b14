import Joi from 'joi';
import { dryRunUnsupported } from '#core/shared/domain-error.ts';
import type { TestClockView } from '#core/test-clock/test-clock.ts';
import type { AdvanceTestClock, ReadTestClock } from '#core/test-clock/use-cases/advance-test-clock.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { integer, time, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

type Deps = Readonly<{ readTestClock: ReadTestClock; advanceTestClock: AdvanceTestClock }>;

const ONE_TIME = 'must have either advance_seconds or now';

const ADVANCE = Joi.object<Readonly<{ advance_seconds?: number; now?: Date }>>({
  advance_seconds: integer(1)
    .max(10 * 366 * 86_400)
    .description('By how many seconds the clock advances.')
    .example(86_400),
  now: time().description('The time to which it advances instead.'),
})
  .xor('advance_seconds', 'now')
  .messages({ 'object.missing': ONE_TIME, 'object.xor': ONE_TIME })
  .id('TestClockInput')
  .description('How far the clock advances.');

const testClockSchema = objectOf<TestClockView>({
  object: required(Joi.string().valid('test_clock'), 'The type of the object.'),
  now: required(timestamp(), 'The time of the business.'),
  status: required(Joi.string().valid('ready', 'advancing'), '`advancing` while what fell due is done.', 'ready'),
  target: required(timestamp().allow(null), 'The time to which it advances.', null),
})
  .id('TestClock')
  .description('The clock of the business.');

const ABOUT =
  'Only where `TEST_CLOCK` is `true`. Business time moves: the expiry of orders, billing and due dates. Sessions, tokens, ' +
  'signatures and timeouts keep real time.';

export const testClockRoutes = ({ readTestClock, advanceTestClock }: Deps): TaggedRoute[] =>
  tagged('Test clock', [
    readOperation({
      path: '/api/test_clock',
      operationId: 'getTestClock',
      summary: 'Get the test clock',
      description: ABOUT,
      access: { kind: 'scope', scope: 'settings:read' },
      responses: { 200: { description: 'The clock.', schema: testClockSchema } },
      problems: ['not_found'],
      read: async () => ({ status: 200, body: await readTestClock() }),
    }),
    writeOperation({
      method: 'post',
      path: '/api/test_clock',
      operationId: 'advanceTestClock',
      summary: 'Advance the test clock',
      description:
        `${ABOUT} What falls due is done in its order. The response comes within a second: with 202 while that takes longer, ` +
        'which goes on, and `GET /api/test_clock` shows `status` and `now`.',
      access: { kind: 'scope', scope: 'settings:write' },
      hasExternalEffects: true,
      reservesKey: true,
      body: ADVANCE,
      responses: {
        200: { description: 'The clock at its new time.', schema: testClockSchema },
        202: { description: 'The clock, which still advances.', schema: testClockSchema },
      },
      problems: ['not_found', 'invalid_state'],
      write: async ({ isDryRun, body: { advance_seconds: seconds, now } }) => {
        if (isDryRun) throw dryRunUnsupported('The clock advances in transactions of its own, so there is no dry run.');
        const body = await advanceTestClock({ seconds, now });
        return async () => ({ status: body.status === 'ready' ? 200 : 202, body });
      },
    }),
  ]);
