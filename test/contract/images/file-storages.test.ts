import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { FolderFiles } from '#adapters/file-storage/folder-files.ts';
import { MemoryFiles } from '#adapters/file-storage/memory-files.ts';
import { S3Files } from '#adapters/file-storage/s3-files.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type S3Server, startS3Server } from '../../support/servers/s3-server.ts';
import { fileStorageContract } from './file-storage.contract.ts';

const FILE = { type: 'image/png', bytes: Buffer.from('content') };

const makeFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'files-'));

fileStorageContract('memory', async () => ({ files: new MemoryFiles(systemClock), close: async () => {} }));

fileStorageContract('folder', async () => {
  const folder = await makeFolder();
  return { files: new FolderFiles(path.join(folder, 'files')), close: () => rm(folder, { recursive: true }) };
});

fileStorageContract('S3', async () => {
  const { settings, close } = await startS3Server();
  return { files: new S3Files({ ...settings, endpoint: `${settings.endpoint}/` }), close };
});

describe('files in a folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are whole: nothing else is left beside them', async () => {
    const files = new FolderFiles(folder);
    await Promise.all(Array.from({ length: 5 }, () => files.put('images/a.png', FILE)));
    expect(await readdir(path.join(folder, 'images'))).to.deep.equal(['a.png']);
  });

  it('are unavailable where the folder cannot be used', async () => {
    await writeFile(path.join(folder, 'images'), 'a file instead of a folder');
    const files = new FolderFiles(folder);
    expect(await rejectionOf(files.put('images/a.png', FILE))).to.include({ kind: 'unavailable' });
    expect(await rejectionOf(files.get('images/a.png'))).to.include({ kind: 'unavailable' });
  });
});

describe('files on S3', () => {
  let server: S3Server;
  let files: S3Files;

  beforeEach(async () => {
    server = await startS3Server();
    files = new S3Files(server.settings, { headersTimeout: 200, bodyTimeout: 200 });
  });
  afterEach(() => server.close());

  it('have their media type, and are transferred only when they are read', async () => {
    await files.put('images/a.png', FILE);
    expect(server.objects.get('images/a.png')?.type).to.equal('image/png');
    const found = await files.get('images/a.png');
    expect(server.methods).to.deep.equal(['PUT', 'HEAD']);
    expect(found && String(await buffer(found.chunks))).to.equal('content');
    expect(server.methods).to.deep.equal(['PUT', 'HEAD', 'GET']);
  });

  for (const [what, wrong] of [
    ['secret', { secretAccessKey: 'another' }],
    ['key', { accessKeyId: 'another' }],
    ['region', { region: 'us-east-1' }],
    ['bucket', { bucket: 'another' }],
  ] as const) {
    it(`are unavailable with a wrong ${what}`, async () => {
      const mistaken = new S3Files({ ...server.settings, ...wrong });
      expect(await rejectionOf(mistaken.put('images/a.png', FILE))).to.include({ kind: 'unavailable' });
      expect(server.objects.size).to.equal(0);
    });
  }

  for (const failure of [500, 503, 'silent'] as const) {
    it(`are unavailable while the server is ${failure === 'silent' ? 'silent' : `failing with ${failure}`}`, async () => {
      server.fail(failure);
      expect(await rejectionOf(files.put('images/a.png', FILE))).to.include({ kind: 'unavailable' });
      expect(await rejectionOf(files.get('images/a.png'))).to.include({ kind: 'unavailable' });
      expect(await rejectionOf(files.remove('images/a.png'))).to.include({ kind: 'unavailable' });
      server.fail(undefined);
      expect(await files.get('images/a.png')).to.equal(undefined);
    });
  }

  it('are unavailable without a server', async () => {
    await server.close();
    expect(await rejectionOf(files.get('images/a.png'))).to.include({ kind: 'unavailable' });
    server = await startS3Server();
  });
});
