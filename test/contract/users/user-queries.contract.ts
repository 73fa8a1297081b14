import { expect } from 'chai';
import { Json, type Page, type Position } from '#core/shared/page.ts';
import { User, type UserId } from '#core/users/user.ts';
import { staffUserView, type UserFilter, type UserView, userView } from '#core/users/user-view.ts';
import { aLargeUser, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

type Selection = UserFilter & Readonly<{ ownerId?: UserId }>;

export const userQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`UserQueries on ${name}`, () => {
    const storage = useStorage(open);
    const people = [
      aUser({ name: 'Ada Lovelace', email: 'ada@example.com', role: 'staff', createdAt: noonPlus(1) }),
      aUser({ name: 'Adam Smith', email: 'Adam_Smith+shop@Example.org', createdAt: noonPlus(1) }),
      aUser({ name: null, email: '100%@example.com', status: 'disabled', createdAt: noonPlus(2) }),
      aUser({ name: '李小龍', email: 'bruce@example.com', createdAt: noonPlus(3) }),
      aUser({ name: 'ÉLODIE  Durand', email: 'e@example.com', role: 'admin', createdAt: noonPlus(4) }),
      aLargeUser({ createdAt: noonPlus(5) }),
    ];
    const newestFirst = [...people].sort(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    );
    const largest = people.at(-1) as User;

    before(() =>
      storage().unitOfWork.run(async (tx) => {
        for (const person of people) await tx.users.add(person);
      }),
    );

    const list = async ({ ownerId, ...filter }: Selection, limit = 100, after?: Position, includeTotal = false) => {
      const page: Page<UserView> = await storage().userQueries.list({
        filter,
        ownerId,
        page: { limit, after, includeTotal },
      });
      return { ...page, items: page.items.map(Json.parse) };
    };
    const names = async (filter: Selection) => (await list(filter)).items.map(({ email }) => email);

    it('finds a user without the password', async () => {
      for (const person of people) {
        const found = await storage().userQueries.find(person.id);
        expect(JSON.parse(found?.view ?? '')).to.deep.equal(userView(person));
        expect(found?.version).to.equal(person.version);
        expect(found?.view).to.not.include('argon2');
      }
    });

    it('shows what the staff notes only to the staff', async () => {
      const found = await storage().userQueries.find(largest.id, 'staff');
      expect(JSON.parse(found?.view ?? '')).to.deep.equal(staffUserView(largest));
      expect((await list({ ownerId: largest.id })).items).to.deep.equal([userView(largest)]);
    });

    it('lists who has one of several tags, whatever their case', async () => {
      const regular = aUser({ tags: ['Regular'], createdAt: noonPlus(7) });
      await storage().unitOfWork.run((tx) => tx.users.add(regular));
      expect(await names({ tag: ['vip'] })).to.deep.equal([largest.email]);
      expect(await names({ tag: ['GRÖSSE "l"'] })).to.deep.equal([largest.email]);
      expect(await names({ tag: ['VIP', 'regular'] })).to.deep.equal([regular.email, largest.email]);
      expect(await names({ tag: ['VIP'], role: ['customer'] })).to.deep.equal([]);
      await storage().unitOfWork.run((tx) => tx.users.save({ ...regular, version: 2, tags: [] }));
      expect(await names({ tag: ['regular', 'vi'] })).to.deep.equal([]);
      await storage().unitOfWork.run((tx) => tx.users.remove(regular.id));
    });

    it('finds nothing for an unknown user', async () => {
      expect(await storage().userQueries.find(ids.next('usr'))).to.equal(undefined);
    });

    it('lists users, the newest first', async () => {
      expect((await list({})).items).to.deep.equal(newestFirst.map(staffUserView));
    });

    it('pages through all users once, with a total on request', async () => {
      const visited: string[] = [];
      let after: Position | undefined;
      do {
        const page = await list({}, 2, after, true);
        visited.push(...page.items.map(({ id }) => id));
        expect(page.total).to.equal(people.length);
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(visited).to.deep.equal(newestFirst.map(({ id }) => id));
    });

    it('lists who was invited in a time and has not set a password', async () => {
      const invited = aUser({ createdAt: noonPlus(-9), invitedAt: noonPlus(10) });
      await storage().unitOfWork.run((tx) => tx.users.add(invited));
      const within = (from: number, to: number) => names({ invited_from: noonPlus(from), invited_to: noonPlus(to) });
      expect(await within(10, 10)).to.deep.equal([invited.email]);
      expect(await within(-100, 9)).to.deep.equal([]);
      expect(await names({ invited_from: noonPlus(-100) })).to.deep.equal([invited.email]);
      expect(await names({ invited_to: noonPlus(100) })).to.deep.equal([invited.email]);
      await storage().unitOfWork.run((tx) => tx.users.remove(invited.id));
    });

    for (const [q, ...found] of [
      ['love', 'ada@example.com'],
      ['LOVELACE ada', 'ada@example.com'],
      ['ad', 'ada@example.com', 'Adam_Smith+shop@Example.org'],
      ['a', 'ada@example.com', 'Adam_Smith+shop@Example.org'],
      ['example.org', 'Adam_Smith+shop@Example.org'],
      ['adam_smith+', 'Adam_Smith+shop@Example.org'],
      ['adamXsmith'],
      ['100%', '100%@example.com'],
      ['10%0'],
      ['李小', 'bruce@example.com'],
      ['élodie durand', 'e@example.com'],
      ['lodie', 'e@example.com'],
      ['ada smith-nobody'],
      ['back\\slash'],
      ['ʺ"'],
    ]) {
      it(`finds ${found.length} users for "${q}"`, async () => {
        expect((await names({ q })).sort()).to.deep.equal(found.sort());
      });
    }

    it('combines all given filters', async () => {
      const of = (matches: (person: User) => boolean) => newestFirst.filter(matches).map(({ email }) => email);
      expect(await names({ role: ['customer'] })).to.deep.equal(of(({ role }) => role === 'customer'));
      const colleagues = of(({ role }) => role !== 'customer');
      expect(await names({ role: ['owner', 'admin', 'staff', 'analyst'] })).to.deep.equal(colleagues);
      expect(await names({ status: 'disabled' })).to.deep.equal(of(({ status }) => status === 'disabled'));
      expect(await names({ email: 'ADAM_smith+SHOP@example.org' })).to.deep.equal(['Adam_Smith+shop@Example.org']);
      expect(await names({ ownerId: largest.id })).to.deep.equal([largest.email]);
      expect(await names({ created_from: noonPlus(2), created_to: noonPlus(3) })).to.deep.equal([
        'bruce@example.com',
        '100%@example.com',
      ]);
      expect(await names({ q: 'ada', role: ['staff'] })).to.deep.equal(['ada@example.com']);
      expect(await names({ q: 'ada', role: ['owner'] })).to.deep.equal([]);
      expect(await names({ ownerId: largest.id, email: 'ada@example.com' })).to.deep.equal([]);
    });

    it('lists who agrees to be told, as long as they do', async () => {
      const agreed = { granted: true, at: noonPlus(0).toISOString(), source: 'account' };
      const person = aUser({ consents: { email_marketing: null, sms_marketing: agreed }, createdAt: noonPlus(6) });
      await storage().unitOfWork.run((tx) => tx.users.add(person));
      expect(await names({ consent: 'email_marketing' })).to.deep.equal([largest.email]);
      expect(await names({ consent: 'sms_marketing' })).to.deep.equal([person.email]);
      expect(await names({ consent: 'sms_marketing', role: ['admin'] })).to.deep.equal([]);
      const withdrawn = { ...person.consents, sms_marketing: { ...agreed, granted: false } };
      await storage().unitOfWork.run((tx) => tx.users.save({ ...person, version: 2, consents: withdrawn }));
      expect(await names({ consent: 'sms_marketing' })).to.deep.equal([]);
      await storage().unitOfWork.run((tx) => tx.users.remove(person.id));
    });

    it('reflects changes', async () => {
      const before = aUser({ name: 'Grace Hopper' });
      await storage().unitOfWork.run((tx) => tx.users.add(before));
      const after = User.replace(before, { ...User.fieldsOf(before), name: 'Grace Murray' }, noonPlus(9));
      await storage().unitOfWork.run((tx) => tx.users.save(after));
      expect(await names({ q: 'hopper' })).to.deep.equal([]);
      expect((await list({ q: 'murray' })).items).to.deep.equal([staffUserView(after)]);
      await storage().unitOfWork.run((tx) => tx.users.remove(after.id));
      expect(await names({ q: 'murray' })).to.deep.equal([]);
    });
  });
};
