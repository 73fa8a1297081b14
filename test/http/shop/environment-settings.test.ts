import { expect } from 'chai';
import { createKey } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const SECRETS = {
  SECRET_KEY: 'q8Zr2LxV0cTn5WbYk1Ps7Jd3Gh6Mf9Ae',
  METRICS_TOKEN: 'a-token-of-the-metrics',
  REDIS_URL: 'redis://ada:a-password-of-redis@127.0.0.1:6379/0',
  SMTP_URL: 'smtp://ada:a-password-of-mail@127.0.0.1:2525',
};

onService(
  'the settings of the environment',
  ({ app, storage, databaseUrl }) => {
    it('are shown to holders of settings:read, without secrets', async () => {
      const { key } = await createKey(app(), { name: 'Reader', scopes: ['settings:read'] });
      const { status, json, text } = await app().call('/api/settings/environment', { key });
      expect(status).to.equal(200);
      const find = (name: string) => json.data.find((setting: { name: string }) => setting.name === name);
      expect(find('MAX_BODY_BYTES')).to.deep.equal({
        object: 'environment_setting',
        name: 'MAX_BODY_BYTES',
        description: 'The size of a request body.',
        is_hidden: false,
        is_set: true,
        value: '2097152',
        default_value: '1048576',
      });
      for (const [name, secret] of Object.entries(SECRETS)) {
        expect(find(name), name).to.deep.include({ is_hidden: true, is_set: true, value: null, default_value: null });
        expect(text).to.not.include(secret);
      }
      expect(text).to.not.match(/a-password-of/);
      if (storage === 'postgres') {
        expect(find('DATABASE_URL')).to.deep.include({ is_hidden: true, is_set: true, value: null });
        expect(text).to.not.include(databaseUrl());
      }
    });

    it('are refused to others', async () => {
      const { key } = await createKey(app(), { name: 'Other', scopes: ['orders:read'] });
      expectProblem(await app().call('/api/settings/environment', { key }), 403, 'insufficient_scope');
    });
  },
  { MAX_BODY_BYTES: '2097152', ...SECRETS },
);
