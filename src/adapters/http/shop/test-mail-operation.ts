import Joi from 'joi';
import { Actor } from '#core/shared/actor.ts';
import { dryRunUnsupported } from '#core/shared/domain-error.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import type { SendTestMail } from '#core/users/use-cases/send-test-mail.ts';
import type { Throttle } from '../admission/throttle.ts';
import { writeOperation } from '../routing/operation.ts';
import { timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

/** For each user: enough to try several settings. */
const TEST_MAILS: RateLimit = { calls: 10, seconds: 600 };

type TestMailView = Readonly<{ object: 'test_mail'; to: string; sent_at: string }>;

const testMailSchema = objectOf<TestMailView>({
  object: required(Joi.string().valid('test_mail'), 'The type of the resource.'),
  to: required(Joi.string().email(), 'The e-mail of the caller.', 'owner@shop.example'),
  sent_at: required(timestamp(), 'When the mail server took the mail.'),
})
  .id('TestMail')
  .description('A mail that was sent.');

export type TestMailDeps = Readonly<{ sendTestMail: SendTestMail; throttle: Throttle }>;

export const sendTestMailOperation = ({ sendTestMail, throttle }: TestMailDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/shop/test_mail',
    operationId: 'sendTestMail',
    summary: 'Send a test mail',
    description:
      'Sends a mail to the e-mail of the caller at once, and waits at most 25 seconds for the mail server. A user may send ' +
      'ten in ten minutes.',
    access: { kind: 'scope', scope: 'settings:write' },
    hasExternalEffects: true,
    reservesKey: true,
    responses: { 200: { description: 'The mail was sent.', schema: testMailSchema } },
    problems: ['dry_run_unsupported', 'mail_not_configured', 'mail_failed'],
    write: async ({ actor, isDryRun }) => {
      if (isDryRun) throw dryRunUnsupported('The request sends a mail, which cannot be rolled back.');
      await throttle('test-mail', Actor.userOf(actor), TEST_MAILS);
      const { to, sentAt } = await sendTestMail(actor);
      const body: TestMailView = { object: 'test_mail', to, sent_at: sentAt.toISOString() };
      return async () => ({ status: 200, body });
    },
  });
