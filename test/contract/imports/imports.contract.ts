import { expect } from 'chai';
import { Import } from '#core/imports/import.ts';
import type { ImportFile } from '#core/imports/import-file.ts';
import { importSummary, importView } from '#core/imports/import-view.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import { Lease } from '#core/shared/lease.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { anImport, NO_PRICE } from '../../support/builders/import-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const importsContract = (name: string, open: OpenStorage): void => {
  describe(`ImportRepository and ImportQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    const added = async (current = anImport()): Promise<Import> => {
      await run((tx) => tx.imports.add(current));
      return current;
    };

    const LARGE_BATCH = {
      rows: 1000,
      created: 500,
      updated: 300,
      unchanged: 190,
      failed: 10,
      images: 30,
      digest: 'the digest of a thousand rows',
      errors: Array.from({ length: 10 }, (_, line) => ({ ...NO_PRICE, line, field: null, message: TEXT })),
      warnings: Array.from({ length: 10 }, (_, line) => ({
        line,
        field: null,
        code: `code.${line % 2}`,
        message: TEXT,
      })),
    };

    const A_FILE: ImportFile = {
      preset: 'shopify',
      columns: [
        { column: 'Variant SKU', field: 'sku' },
        { column: TEXT, field: null },
      ],
      encoding: 'utf-8',
      separator: ';',
    };

    const A_LONGER_FILE = { ...A_FILE, columns: [...A_FILE.columns, { column: 'Late', field: null }] };

    const shown = async ({ id }: Import) => Json.parse((await storage().importQueries.find(id))?.view ?? 'null');

    it('round-trips an import through its steps and shows it', async () => {
      const started = await added(anImport({ name: { account: 'system', key: 'a-key' }, file: A_FILE }));
      const lease = Lease.request('a-process', noonPlus(1));
      const advanced = Import.advance(started, { ...LARGE_BATCH, file: A_FILE, lastError: null }, lease);
      const fetched = Import.endImages(advanced, { stored: 2, failed: 1 }, [NO_PRICE], noonPlus(1));
      const stopped = Import.advance(fetched, { ...LARGE_BATCH, file: A_LONGER_FILE, lastError: NO_PRICE }, lease);
      const resumed = Import.resume(stopped, { lease, onError: 'continue' });
      const completed = Import.end(resumed, 'completed', noonPlus(2));
      expect(await run((tx) => tx.imports.get(started.id))).to.deep.equal(started);
      for (const step of [advanced, fetched, stopped, resumed, completed]) {
        await run((tx) => tx.imports.save(step));
        expect(await run((tx) => tx.imports.get(started.id))).to.deep.equal(step);
        expect(await shown(step)).to.deep.equal(JSON.parse(JSON.stringify(importView(step))));
      }
    });

    it('finds an import by its name', async () => {
      const key = ids.next('imp');
      const named = await added(anImport({ name: { account: 'one', key } }));
      await added();
      expect(await run((tx) => tx.imports.find({ account: 'one', key }))).to.deep.equal(named);
      expect(await run((tx) => tx.imports.find({ account: 'two', key }))).to.equal(undefined);
    });

    it('finds what the latest import has told of a header, unless that is to be forgotten', async () => {
      const header = ids.next('imp');
      const find = () => storage().importQueries.findChoices(header);
      const tell = (choices: SourceChoices | null, at: Date) =>
        added(anImport({ at, remembered: { header, choices } }));
      const choices: SourceChoices = { mapping: { 'Item no.': 'sku', [TEXT]: null }, decimal: ',' };
      expect(await find()).to.equal(undefined);
      const { id } = await tell(choices, noonPlus(2));
      await tell({ preset: 'generic' }, noonPlus(1));
      await added(anImport({ at: noonPlus(3) }));
      expect(await find()).to.deep.equal(choices);
      expect((await run((tx) => tx.imports.get(id))).remembered).to.deep.equal({ header, choices });
      await tell(null, noonPlus(4));
      expect(await find()).to.equal(undefined);
      await tell({}, noonPlus(5));
      expect(await find()).to.deep.equal({});
    });

    it('finds nothing for an unknown import', async () => {
      const id = ids.next('imp');
      expect(await rejectionOf(run((tx) => tx.imports.get(id)))).to.include({ kind: 'not_found', code: 'not_found' });
      expect(await storage().importQueries.find(id)).to.equal(undefined);
    });

    it('rejects a change of a stale version', async () => {
      const current = await added();
      const cancelled = Import.cancel(current, noonPlus(1));
      await run((tx) => tx.imports.save(cancelled));
      const completed = Import.end(current, 'completed', noonPlus(1));
      expect(await rejectionOf(run((tx) => tx.imports.save(completed)))).to.include({ code: 'conflict' });
      expect(await run((tx) => tx.imports.get(current.id))).to.deep.equal(cancelled);
    });

    it('lists the imports whose lease expired while they were running', async () => {
      const abandoned = await added(anImport({ at: noonPlus(-10) }));
      const running = await added(anImport({ at: noonPlus(-9.999) }));
      const ended = await added(anImport({ at: noonPlus(-10) }));
      await run((tx) => tx.imports.save(Import.end(ended, 'completed', NOON)));
      const found = (await run((tx) => tx.imports.listAbandoned(NOON))).map(({ id }) => id);
      expect(found).to.include(abandoned.id);
      expect(found).to.not.include.members([running.id, ended.id]);
    });

    it('lists the newest first, by status and resource, without their errors', async () => {
      const at = noonPlus(100);
      const first = await added(anImport({ at }));
      const second = await added(anImport({ at: noonPlus(101), resource: 'users' }));
      const cancelled = Import.cancel(second, noonPlus(102));
      await run((tx) => tx.imports.save(cancelled));
      const list = async (filter: object) => {
        const { items } = await storage().importQueries.list({
          filter: { created_from: at, ...filter },
          page: { limit: 9 },
        });
        return items.map(Json.parse);
      };
      const views = [cancelled, first].map((each) => JSON.parse(JSON.stringify(importSummary(each))));
      expect(await list({})).to.deep.equal(views);
      expect(await list({ status: 'cancelled' })).to.deep.equal(views.slice(0, 1));
      expect(await list({ resource: 'users' })).to.deep.equal(views.slice(0, 1));
    });
  });
};
