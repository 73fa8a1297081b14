import { expect } from 'chai';
import { createWebhook, LOCAL_WEBHOOK_SETTINGS, webhookStep } from '../../support/builders/webhooks.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const VALID_URL = 'https://shop.example/hooks';
const many = (count: number): string[] => Array.from({ length: count }, () => 'product.created');

/** An invalid body with the positions of its errors. */
const INVALID: readonly (readonly [what: string, fields: object, places: readonly string[]])[] = [
  ['no URL', { url: undefined }, ['/url']],
  ['a URL that is null', { url: null }, ['/url']],
  ['a URL of ten kilobytes', { url: `${VALID_URL}/${'x'.repeat(10_240)}` }, ['/url']],
  ['a part of a URL', { url: '/hooks' }, ['/url']],
  ['a user in the URL', { url: 'https://user:password@shop.example/' }, ['/url']],
  ['port 0', { url: 'https://shop.example:0/' }, ['/url']],
  ['a fragment', { url: `${VALID_URL}#part` }, ['/url']],
  ['another protocol', { url: 'ftp://shop.example/' }, ['/url']],
  ['a URL that leads to a script', { url: 'javascript:alert(1)' }, ['/url']],
  ['white space in the URL', { url: ' https://shop.example/\n' }, ['/url']],
  ['no events', { events: undefined }, ['/events']],
  ['an empty list of events', { events: [] }, ['/events']],
  ['events that are a text', { events: 'product.created' }, ['/events']],
  ['unknown types', { events: ['product.created', 'product.exploded', '*.created'] }, ['/events/1', '/events/2']],
  ['a type that is a number', { events: [7] }, ['/events/0']],
  ['the same type twice', { events: ['user.*', 'user.created', 'user.*'] }, ['/events/2']],
  ['an ordering that there is not', { ordering: 'strict' }, ['/ordering']],
  ['a description of 256 characters', { description: 'x'.repeat(256) }, ['/description']],
  ['something else than a boolean', { enabled: 'yes' }, ['/enabled']],
  ['a secret of its own', { secret: 'whsec_AAAA' }, ['/secret']],
  [
    'a URL that may not be, and more',
    { url: 'https://user@127.0.0.1:0/', events: ['x'], secret: '' },
    ['/events/0', '/secret', '/url'],
  ],
  [
    'several faults',
    { url: 7, events: ['x'], ordering: '', enabled: 1 },
    ['/enabled', '/events/0', '/ordering', '/url'],
  ],
];

onStorage(
  'memory',
  'an invalid webhook',
  ({ app }) => {
    for (const [what, fields, paths] of INVALID) {
      it(`is rejected for ${what}, with the position`, async () => {
        const body = { url: VALID_URL, events: ['*'], ...fields };
        const made = await app().call('/api/webhooks', { method: 'POST', body });
        expect(errorPathsOf(expectProblem(made, 422, 'validation_failed'))).to.deep.equal(paths);
        if (Object.values(fields).includes(undefined)) return;
        const { id } = await createWebhook(app(), { url: VALID_URL });
        const changed = await app().call(`/api/webhooks/${id}`, { method: 'PATCH', body: fields });
        expect(errorPathsOf(expectProblem(changed, 422, 'validation_failed'))).to.deep.equal(paths);
        expect((await app().call(`/api/webhooks/${id}`)).json).to.include({ version: 1 });
      });
    }

    it('is rejected for more than fifty events', async () => {
      const body = { url: VALID_URL, events: many(51) };
      const problem = expectProblem(
        await app().call('/api/webhooks', { method: 'POST', body }),
        422,
        'validation_failed',
      );
      expect(errorPathsOf(problem)).to.include('/events');
    });

    it('is rejected for errors in its actions, with the positions', async () => {
      const { id } = await createWebhook(app(), { url: VALID_URL });
      const from = '2026-11-20T00:00:00Z';
      for (const [step, body, paths] of [
        ['rotate_secret', { overlap_seconds: -1 }, ['/overlap_seconds']],
        ['rotate_secret', { overlap_seconds: 604_801 }, ['/overlap_seconds']],
        ['rotate_secret', { overlap_seconds: 1.5, secret: 'x' }, ['/overlap_seconds', '/secret']],
        ['replay', {}, ['/from']],
        ['replay', { from: 'yesterday' }, ['/from']],
        ['replay', { from, to: '2026-11-19T23:59:59.999Z' }, ['/to']],
        ['replay', { from: '9999-01-01T00:00:00Z' }, ['/from']],
        ['replay', { from, types: [] }, ['/types']],
        ['replay', { from, types: ['nonsense'] }, ['/types/0']],
        ['replay', { from, status: 'lost' }, ['/status']],
        ['test', { url: VALID_URL }, ['/url']],
        ['test', [], ['']],
      ] as const) {
        const problem = expectProblem(await webhookStep(app(), id, step, { body }), 422, 'validation_failed');
        expect(errorPathsOf(problem), JSON.stringify(body)).to.deep.equal(paths);
      }
    });

    it('is not listed by unknown filters', async () => {
      const { id } = await createWebhook(app(), { url: VALID_URL });
      for (const [query, name] of [
        ['status=lost', 'status'],
        ['event_id=prod_01h455vb4pex5vsknk084sn02q', 'event_id'],
        ['type=nonsense', 'type/0'],
        ['limit=0', 'limit'],
        ['sort=url', 'sort'],
      ] as const) {
        const reply = await app().call(`/api/webhooks/${id}/deliveries?${query}`);
        expect(errorPathsOf(expectProblem(reply, 400, 'invalid_parameter'))[0], query).to.match(
          new RegExp(`^${name.slice(0, 4)}`),
        );
      }
    });
  },
  LOCAL_WEBHOOK_SETTINGS,
);

/** Notations of the own machine and network. */
const PRIVATE = [
  'http://shop.example/',
  'https://localhost/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[ff02::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
];

onStorage(
  'memory',
  'a webhook to a non-public address',
  ({ app }) => {
    for (const url of PRIVATE) {
      it(`is rejected as ${url}`, async () => {
        const problem = expectProblem(
          await app().call('/api/webhooks', { method: 'POST', body: { url, events: ['*'] } }),
          422,
          'validation_failed',
        );
        expect(errorPathsOf(problem)).to.deep.equal(['/url']);
        if (!/full name/.test(problem.detail)) expect(problem.detail).to.include('WEBHOOK_ALLOW_PRIVATE');
      });
    }

    it('is rejected as an update too', async () => {
      const { id } = await createWebhook(app(), { url: 'https://93.184.215.14/hooks' });
      const reply = await app().call(`/api/webhooks/${id}`, { method: 'PATCH', body: { url: 'https://[::1]/' } });
      expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/url']);
    });
  },
  { WEBHOOK_ALLOW_PRIVATE: 'false' },
);

onStorage('memory', 'a webhook on a developer’s machine', ({ app }) => {
  const create = (url: string) => app().call('/api/webhooks', { method: 'POST', body: { url, events: ['*'] } });

  it('may go to the machine itself, over plain HTTP too', async () => {
    for (const url of [
      'http://localhost:4000/',
      'http://127.0.0.1:4000',
      'http://[::1]:4000/',
      'https://a.localhost/',
    ]) {
      expect((await create(url)).status, url).to.equal(201);
    }
  });

  it('may not go to another private address, or elsewhere over plain HTTP', async () => {
    for (const url of [
      'http://192.168.1.1/',
      'https://192.168.1.1/',
      'http://shop.example/',
      'https://[::ffff:127.0.0.1]/',
    ]) {
      const problem = expectProblem(await create(url), 422, 'validation_failed');
      expect(problem.detail, url).to.include('WEBHOOK_ALLOW_PRIVATE');
    }
  });
});
