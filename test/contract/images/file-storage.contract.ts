import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import type { FileStorage } from '#core/shared/file-storage.ts';

type Opened = Readonly<{ files: FileStorage; close: () => Promise<void> }>;

/** The contract of file storages; `open` returns an empty one. */
export const fileStorageContract = (name: string, open: () => Promise<Opened>): void => {
  describe(`FileStorage: ${name}`, () => {
    let opened: Opened;

    before(async () => {
      opened = await open();
    });
    after(() => opened.close());

    const type = 'image/png';
    const put = (file: string, bytes: Uint8Array) => opened.files.put(file, { type, bytes });
    const read = async (file: string): Promise<Buffer | undefined> => {
      const found = await opened.files.get(file);
      return found && buffer(found.chunks);
    };

    it('has no file that was not stored', async () => {
      expect(await opened.files.get('images/none.png')).to.equal(undefined);
    });

    it('returns what was stored, with its size and the time', async () => {
      const bytes = Buffer.from([0, 255, 10, 13, 0]);
      const before = Date.now();
      await put('images/0a1b.png', bytes);
      const found = await opened.files.get('images/0a1b.png');
      expect(found?.size).to.equal(5);
      // some storages have whole seconds
      expect(found?.storedAt.getTime()).to.be.within(before - 1_000, Date.now() + 1_000);
      expect(found && (await buffer(found.chunks))).to.deep.equal(bytes);
    });

    it('stores large files and empty ones', async () => {
      const large = Buffer.alloc(3_000_000, 'abc');
      await put('images/large.png', large);
      await put('images/empty.png', Buffer.alloc(0));
      expect((await read('images/large.png'))?.equals(large)).to.equal(true);
      expect(await read('images/empty.png')).to.deep.equal(Buffer.alloc(0));
    });

    it('stores a file again without an effect, also many times at once', async () => {
      const bytes = Buffer.from('the same');
      await Promise.all(Array.from({ length: 10 }, () => put('images/same.png', bytes)));
      expect(await read('images/same.png')).to.deep.equal(bytes);
    });

    it('separates files of different names', async () => {
      await put('images/one.png', Buffer.from('one'));
      await put('images/two.png', Buffer.from('two'));
      await put('one.png', Buffer.from('another'));
      expect(
        [await read('images/one.png'), await read('images/two.png'), await read('one.png')].map(String),
      ).to.deep.equal(['one', 'two', 'another']);
    });

    it('removes files', async () => {
      await put('images/removed.png', Buffer.from('removed'));
      await opened.files.remove('images/removed.png');
      await opened.files.remove('images/removed.png');
      expect(await opened.files.get('images/removed.png')).to.equal(undefined);
    });

    it('refuses names that are not a lower-case path with an extension', async () => {
      for (const name of [
        '',
        '..',
        '../a.png',
        'images/../../a.png',
        '/a.png',
        'a/b',
        'a.png/',
        'A.png',
        'a?.png',
        'a\0.png',
      ]) {
        expect(await opened.files.get(name).catch((error: Error) => error.message), name).to.include('is not the name');
        expect(await put(name, Buffer.from('a')).catch((error: Error) => error.message), name).to.include(
          'is not the name',
        );
      }
    });
  });
};
