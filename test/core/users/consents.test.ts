import { expect } from 'chai';
import { Actor } from '#core/shared/actor.ts';
import { Consents, type ConsentsFields, type ConsentWriter } from '#core/users/consents.ts';
import { addUser } from '#core/users/steps/store-user.ts';
import { User } from '#core/users/user.ts';
import { anActor, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openUsers, type Users } from './users-under-test.ts';

const EARLIER = noonPlus(-60).toISOString();
const BEFORE: Consents = {
  email_marketing: { granted: true, at: EARLIER, source: 'newsletter form' },
  sms_marketing: null,
};

const write = (fields: ConsentsFields | undefined, writer: ConsentWriter = 'staff') =>
  Consents.write(BEFORE, fields, { writer, at: NOON });

const errorsOf = (fields: ConsentsFields, writer: ConsentWriter = 'staff') => {
  try {
    write(fields, writer);
    return [];
  } catch (error) {
    const { fieldErrors } = error as { fieldErrors: { path: string[]; code: string }[] };
    return fieldErrors.map(({ path, code }) => `${path.join('.')} ${code}`);
  }
};

describe('Consents', () => {
  for (const writer of ['account', 'staff'] as const) {
    it(`records a change with the time and the source of ${writer}`, () => {
      const said = (granted: boolean) => ({ granted, at: NOON.toISOString(), source: writer });
      const fields = { email_marketing: { granted: false }, sms_marketing: { granted: true } };
      expect(write(fields, writer)).to.deep.equal({ email_marketing: said(false), sms_marketing: said(true) });
    });

    it(`leaves what ${writer} omits or repeats`, () => {
      expect(write(undefined, writer)).to.deep.equal(BEFORE);
      expect(write({}, writer)).to.deep.equal(BEFORE);
      expect(write(BEFORE, writer)).to.deep.equal(BEFORE);
      expect(write({ email_marketing: { granted: true } }, writer)).to.deep.equal(BEFORE);
      expect(write({ email_marketing: { granted: true, source: 'newsletter form' } }, writer)).to.deep.equal(BEFORE);
    });

    it(`gives another \`granted\` beside a repeated time and source those of ${writer}`, () => {
      const read = { granted: false, at: EARLIER, source: 'newsletter form' };
      const { email_marketing } = write({ email_marketing: read }, writer);
      expect(email_marketing).to.deep.equal({ granted: false, at: NOON.toISOString(), source: writer });
    });
  }

  it('keeps a time of the past and a source that the shop gives', () => {
    const given = { granted: false, at: '2024-02-29T10:00:00.5+01:00', source: 'former shop' };
    const kept = { ...given, at: '2024-02-29T09:00:00.500Z' };
    expect(write({ email_marketing: given, sms_marketing: given })).to.deep.equal({
      email_marketing: kept,
      sms_marketing: kept,
    });
    const now = { granted: true, at: NOON.toISOString() };
    expect(write({ sms_marketing: now }).sms_marketing).to.deep.equal({ ...now, source: 'staff' });
  });

  it('takes a new source for a new statement, and a new time for a correction of the same', () => {
    const renewed = write({ email_marketing: { granted: true, source: 'checkout' } });
    expect(renewed.email_marketing).to.deep.equal({ granted: true, at: NOON.toISOString(), source: 'checkout' });
    const at = noonPlus(-90).toISOString();
    const corrected = write({ email_marketing: { granted: true, at } });
    expect(corrected.email_marketing).to.deep.equal({ granted: true, at, source: 'newsletter form' });
  });

  it('rejects a time in the future, and names it', () => {
    const at = noonPlus(0.001).toISOString();
    expect(errorsOf({ sms_marketing: { granted: true, at } })).to.deep.equal(['consents.sms_marketing.at date.max']);
  });

  it('lets users choose neither time nor source, and remove no record', () => {
    const chosen = { granted: true, at: noonPlus(-90).toISOString(), source: 'checkout' };
    expect(errorsOf({ email_marketing: chosen, sms_marketing: chosen }, 'account')).to.deep.equal([
      'consents.email_marketing.at any.unknown',
      'consents.email_marketing.source any.unknown',
      'consents.sms_marketing.at any.unknown',
      'consents.sms_marketing.source any.unknown',
    ]);
    const none = { email_marketing: null, sms_marketing: null };
    expect(errorsOf(none, 'account')).to.deep.equal(['consents.email_marketing consents.read_only']);
    expect(write(none)).to.deep.equal(none);
  });

  it('reads stored ones in any order, also of a version that knew fewer', () => {
    const stored = { sms_marketing: { source: 'a', granted: true, at: EARLIER } };
    expect(JSON.stringify(Consents.of(stored))).to.equal(
      JSON.stringify({ email_marketing: null, sms_marketing: { granted: true, at: EARLIER, source: 'a' } }),
    );
  });

  it('keeps without what users wrote what the shop wrote', () => {
    const own = write({ sms_marketing: { granted: true } }, 'account');
    expect(Consents.withoutOwn(own)).to.deep.equal(BEFORE);
  });
});

describe('consents of users', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  it('are taken from another shop with their times, in a transaction without a signed-in person', async () => {
    const made = { passwordHash: null, at: NOON };
    const user = User.create(ids.next('usr'), { email: 'zoe@example.com', consents: BEFORE }, made);
    await users.unitOfWork.run((tx) => addUser(tx, Actor.system, user));
    expect((await users.get(user.id)).consents).to.deep.equal(BEFORE);
    const later = { email_marketing: { granted: false, at: noonPlus(-30).toISOString(), source: 'former shop' } };
    expect((await users.change(users.asOwner, user.id, { consents: later })).consents).to.deep.include(later);
  });

  it('are `account` where users write their own, and `staff` where others do', async () => {
    const { id, email } = await users.join({ role: 'customer' });
    const own = await users.change(anActor(await users.get(id)), id, {
      consents: { sms_marketing: { granted: true } },
    });
    expect(own.consents.sms_marketing).to.deep.equal({ granted: true, at: NOON.toISOString(), source: 'account' });
    users.clock.advance(60);
    const staff = anActor(aUser({ role: 'staff' }), ['customers:write']);
    const consents = { sms_marketing: { granted: false } };
    const replaced = await users.replace(staff, id, { email, consents });
    const said = { granted: false, at: noonPlus(60).toISOString(), source: 'staff' };
    expect(replaced.consents).to.deep.equal({ email_marketing: null, sms_marketing: said });
  });

  it('are left by a replacement without them, and by a patch that repeats them', async () => {
    const { id, email } = await users.join({ consents: BEFORE });
    users.clock.advance(60);
    expect((await users.replace(users.asOwner, id, { email, name: 'Zoë' })).consents).to.deep.equal(BEFORE);
    const repeated = await users.change(users.asOwner, id, { consents: { email_marketing: { granted: true } } });
    expect(repeated).to.include({ version: 2 });
    expect(await users.eventsOf(id)).to.have.length(1);
  });

  it('are removed by null, by the shop alone', async () => {
    const user = await users.join({ consents: BEFORE });
    const error = await rejectionOf(users.change(anActor(user), user.id, { consents: null }));
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['consents', 'email_marketing']]);
    const removed = await users.change(users.asOwner, user.id, { consents: { email_marketing: null } });
    expect(removed.consents).to.deep.equal(Consents.none);
  });

  it('are in events, and withheld in audit entries', async () => {
    const { id } = await users.join();
    await users.change(users.asOwner, id, { consents: { email_marketing: { granted: true, source: 'by phone' } } });
    const [event] = await users.eventsOf(id);
    expect(event?.previous).to.deep.equal({ consents: Consents.none });
    const said = { granted: true, at: NOON.toISOString(), source: 'by phone' };
    expect(event?.data).to.deep.include({ consents: { ...Consents.none, email_marketing: said } });
    const [entry] = await users.auditOf(id);
    expect(entry).to.deep.include({ before: { consents: Consents.none }, after: { consents: '[withheld]' } });
    await users.erase(users.asOwner, id);
    for (const { data } of await users.eventsOf(id)) expect(data).to.deep.include({ consents: Consents.none });
    expect(JSON.stringify(await users.eventsOf(id))).to.not.include('by phone');
  });
});
