import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import { Image } from '#core/images/image.ts';
import type { FileStorage } from '#core/shared/file-storage.ts';
import { withDeadline } from '../request/deadline.ts';
import { isNotModified } from '../request/preconditions.ts';
import type { RequestState } from '../request/request-state.ts';
import { HttpError } from '../responses/problem.ts';

export type ImageFiles = Pick<FileStorage, 'get'>;

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // the base policy's allows nothing either; `sandbox` is for an image that is opened as a page
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  // pages of other origins show the image
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Origin',
};

const TIMEOUT_MS = 30_000;

/** Serves uploaded images to everybody, at the client's pace. */
export const addImages = (router: Router<RequestState>, files: ImageFiles): void => {
  router.get(`${Image.path}/:fileName`, async (ctx) => {
    ctx.state.route = `${Image.path}/{fileName}`;
    const { fileName = '' } = ctx.params;
    const type = Image.typeOf(fileName);
    const file = type && (await withDeadline(TIMEOUT_MS, () => files.get(Image.storedName(fileName))));
    if (type === undefined || !file) throw new HttpError(404, 'not_found', 'There is no image at this address.');
    // the name is the digest of the content
    const etag = `"${fileName}"`;
    ctx.set({ ...HEADERS, ETag: etag });
    if (isNotModified(ctx.req.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    ctx.body = Readable.from(file.chunks, { objectMode: false });
    ctx.type = type;
    ctx.length = file.size;
  });
};
