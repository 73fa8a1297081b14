import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { drawDocument } from '#adapters/invoice-pdf/draw-document.ts';
import { makeLogoSource } from '#adapters/invoice-pdf/logo-source.ts';
import { makePdfRenderer } from '#adapters/invoice-pdf/pdf-renderer.ts';
import { anInvoice } from '../../support/builders/document-builders.ts';
import { pagesOf } from '../../support/documents/read-pdf.ts';

/** A red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

describe('the logo of documents', () => {
  let server: Server;
  let url: string;
  let respond: RequestListener;
  let requests: number;
  let now: number;
  let warnings: string[];

  before(async () => {
    server = createServer((request, response) => {
      requests += 1;
      respond(request, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.png`;
  });
  after(() => server.close());
  beforeEach(() => {
    [requests, now, warnings] = [0, 0, []];
    respond = (_request, response) => response.end(PNG);
  });

  const source = (error?: string, uploaded?: Uint8Array) =>
    makeLogoSource({
      readUploaded: async () => uploaded && new Blob([new Uint8Array(uploaded)]).stream(),
      errorOf: async () => error,
      systemClock: { isSystemTime: true, now: () => new Date(now) },
      log: { warn: ({ err }: { err: Error }) => warnings.push(err.message) } as never,
    });

  it('is read once for some minutes, and stays while its URL cannot be read', async () => {
    const { read } = source();
    expect([await read(url), await read(url)]).to.deep.equal([PNG, PNG]);
    expect(requests).to.equal(1);
    now += 600_000;
    respond = (_request, response) => response.writeHead(503).end();
    expect(await read(url)).to.deep.equal(PNG);
    expect([requests, warnings]).to.deep.equal([2, ['The response has the status 503.']]);
    expect(await read(`${url}?2`)).to.equal(null);
  });

  it('is left out unless it is a small image of an allowed URL', async () => {
    for (const [listener, message] of [
      [(_request, response) => response.end('<svg/>'), 'The logo must be a PNG or a JPEG file.'],
      [(_request, response) => response.end(Buffer.alloc(2_000_000, 1)), 'The logo has more than 1048576 bytes.'],
      [(_request, response) => response.writeHead(302, { location: url }).end(), 'fetch failed'],
    ] satisfies [RequestListener, string][]) {
      respond = listener;
      expect(await source().read(url)).to.equal(null);
      expect(warnings.pop()).to.equal(message);
    }
    expect(await source('must be public').read(url)).to.equal(null);
    expect(warnings).to.deep.equal(['The URL of the logo must be public.']);
  });

  it('is not requested where the service stores it', async () => {
    expect(await source('must be public', PNG).read(url)).to.deep.equal(PNG);
    expect([requests, warnings]).to.deep.equal([0, []]);
  });

  it('is printed above the seller, and a broken file changes nothing', async () => {
    const bytesOf = async (logo: Uint8Array | null) => Buffer.from(await drawDocument(anInvoice({ logo })));
    const [without, withLogo, broken] = [await bytesOf(null), await bytesOf(PNG), await bytesOf(PNG.subarray(0, 20))];
    expect(withLogo.toString('latin1')).to.include('/Subtype /Image');
    expect(broken.toString('latin1')).not.to.include('/Subtype /Image');
    expect(await pagesOf(new Uint8Array(broken))).to.deep.equal(await pagesOf(new Uint8Array(without)));
    const renderer = makePdfRenderer();
    expect(Buffer.from(await renderer.render(anInvoice({ logo: PNG }))).equals(withLogo)).to.equal(true);
    await renderer.close();
  });
});
