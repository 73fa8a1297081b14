import { expect } from 'chai';
import { MAX_FOLLOWED, Redirect, type RedirectFields, redirectView } from '#core/redirects/redirect.ts';
import { pathKeyOf } from '#core/redirects/redirect-address.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const aRedirect = (path: string, target = '/new', at = NOON): Redirect =>
  Redirect.create(ids.next('rdr'), { path, target }, at);

const changed = (redirect: Redirect, patch: Partial<RedirectFields>): Redirect =>
  Redirect.change(redirect, patch, noonPlus(1));

const LARGEST = [`/${'𝒜'.repeat(166)}`, `https://shop.example/${'a'.repeat(1_979)}`] as const;

export const redirectsContract = (name: string, open: OpenStorage): void => {
  describe(`RedirectRepository and RedirectQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const get = ({ id }: Redirect) => run((tx) => tx.redirects.get(id));
    const added = async (...args: Parameters<typeof aRedirect>): Promise<Redirect> => {
      const redirect = aRedirect(...args);
      await run((tx) => tx.redirects.add(redirect));
      return redirect;
    };
    const followed = (redirect: Redirect) => run((tx) => tx.redirects.listFollowing(redirect));
    const shown = async ({ id }: Redirect) =>
      Json.parse((await storage().redirectQueries.find(id))?.view ?? Json.of(null as never));
    const list = async (filter: object) => {
      const { items } = await storage().redirectQueries.list({ filter, page: { limit: 20 } });
      return items.map((item) => Json.parse(item).id);
    };

    for (const [size, path, target] of [
      ['smallest', '/', '/x'],
      ['largest', ...LARGEST],
    ] as const) {
      it(`round-trip the ${size} redirect and show it`, async () => {
        const redirect = await added(path, target);
        expect(await get(redirect)).to.deep.equal(redirect);
        const moved = changed(redirect, { target: '/moved' });
        await run((tx) => tx.redirects.save(moved));
        expect(await get(redirect)).to.deep.equal(moved);
        expect(await shown(redirect)).to.deep.equal(redirectView(moved, '/moved'));
        await run((tx) => tx.redirects.remove(redirect.id));
        expect((await rejectionOf(get(redirect))).kind).to.equal('not_found');
      });
    }

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aRedirect('/absent');
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect((await rejectionOf(run((tx) => tx.redirects.remove(absent.id)))).kind).to.equal('not_found');
      expect(await storage().redirectQueries.find(absent.id)).to.equal(undefined);
      const redirect = await added('/present');
      await run((tx) => tx.redirects.save(changed(redirect, { target: '/first' })));
      const late = run((tx) => tx.redirects.save(changed(redirect, { target: '/second' })));
      expect((await rejectionOf(late)).kind).to.equal('conflict');
      expect((await get(redirect)).target).to.equal('/first');
    });

    const addAll = (redirects: readonly Redirect[]) =>
      run(async (tx) => {
        for (const redirect of redirects) await tx.redirects.add(redirect);
      });

    it('refuse the path of another redirect, also of the same transaction', async () => {
      const first = await added('/Unique/caf%C3%A9/');
      const second = await added('/unique/tea');
      const third = aRedirect('/unique/water');
      for (const write of [
        (tx) => tx.redirects.add(aRedirect('/unique/café')),
        (tx) => tx.redirects.save(changed(second, { path: '/unique/CAFÉ' })),
        async (tx) => {
          await tx.redirects.add(third);
          await tx.redirects.add(aRedirect('/UNIQUE/water'));
        },
      ] satisfies Work<void>[]) {
        const error = await rejectionOf(run(write));
        expect(error).to.include({ kind: 'conflict', code: 'already_exists' });
        expect(error.fieldErrors).to.deep.include.members([
          { path: ['path'], code: 'any.unique', message: 'is already used by another redirect' },
        ]);
      }
      await run((tx) => tx.redirects.save(changed(first, { path: '/unique/café' })));
      expect((await rejectionOf(get(third))).kind).to.equal('not_found');
    });

    it('accept one of several that are added for a path at once', async () => {
      const attempts = Array.from({ length: 5 }, () => run((tx) => tx.redirects.add(aRedirect('/raced'))));
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      expect(await list({ path: '/raced' })).to.have.length(1);
    });

    it('find a redirect by the key of its path', async () => {
      const redirect = await added('/many/B/');
      const find = (path: string) => run((tx) => tx.redirects.findByPath(pathKeyOf(path)));
      expect(await find('/MANY/b')).to.deep.equal(redirect);
      expect(await find('/many/c')).to.equal(undefined);
    });

    it('follow redirects to where a visitor arrives', async () => {
      const first = await added('/follow/a', '/Follow/B/#part');
      expect([await followed(first), (await shown(first)).location]).to.deep.equal([[], '/Follow/B/#part']);
      const second = await added('/follow/b', '/follow/c');
      const third = await added('/follow/c', 'https://shop.example/follow/a');
      expect(await followed(first)).to.deep.equal([second, third]);
      expect((await shown(first)).location).to.equal('https://shop.example/follow/a');
      expect(await followed(third)).to.deep.equal([]);
    });

    it('end at the greatest number of redirects', async () => {
      const chain = Array.from({ length: MAX_FOLLOWED + 3 }, (_, place) =>
        aRedirect(`/chain/${place}`, `/chain/${place + 1}`),
      );
      await addAll(chain);
      const [first, ...others] = chain as [Redirect, ...Redirect[]];
      expect(await followed(first)).to.deep.equal(others.slice(0, MAX_FOLLOWED));
      expect((await shown(first)).location).to.equal(`/chain/${MAX_FOLLOWED + 1}`);
    });

    it('end in a loop, which redirects that are written at once may be', async () => {
      const loop = [aRedirect('/loop/a', '/loop/b'), aRedirect('/loop/b', '/loop/a'), aRedirect('/loop', '/loop/a')];
      await addAll(loop);
      const [first, second, before] = loop as [Redirect, Redirect, Redirect];
      expect(await followed(first)).to.deep.equal([second]);
      expect((await shown(first)).location).to.equal('/loop/a');
      expect(await followed(before)).to.deep.equal([first, second, first, second, first]);
      expect((await shown(before)).location).to.equal('/loop/b');
    });

    it('list the newest first, by filters', async () => {
      const older = await added('/List/Old/?p=1', '/new');
      const newer = await added('/list/new', '/new', noonPlus(60));
      const both = [newer.id, older.id];
      expect(await list({ ids: both })).to.deep.equal(both);
      expect(await list({ ids: both, created_from: noonPlus(1) })).to.deep.equal([newer.id]);
      expect(await list({ path: '/list/old?P=1' })).to.deep.equal([older.id]);
      expect(await list({ path: 'https://old.example/list/old?p=1', ids: both })).to.deep.equal([older.id]);
      for (const path of ['/list/old', '/list', 'list/new', '//list/new']) {
        expect(await list({ path }), path).to.deep.equal([]);
      }
    });
  });
};
