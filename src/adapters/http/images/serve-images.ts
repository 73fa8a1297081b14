import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import { Image } from '#core/images/image.ts';
import type { ReadImage } from '#core/images/use-cases/read-image.ts';
import { withDeadline } from '../request/deadline.ts';
import { isNotModified } from '../request/preconditions.ts';
import type { RequestState } from '../request/request-state.ts';
import { HttpError } from '../responses/problem.ts';

const HEADERS = {
  // the base policy's allows nothing either; `sandbox` is for an image that is opened as a page
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  // pages of other origins show the image
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Origin',
};

/** `false`: the image itself in place of a smaller copy that could not be made. */
const CACHING = { true: 'public, max-age=31536000, immutable', false: 'public, max-age=60' } as const;

const TIMEOUT_MS = 30_000;

/** Serves uploaded images and their smaller copies to everybody, at the client's pace. */
export const addImages = (router: Router<RequestState>, readImage: ReadImage): void => {
  router.get(`${Image.path}/:fileName`, async (ctx) => {
    ctx.state.route = `${Image.path}/{fileName}`;
    const { fileName = '' } = ctx.params;
    const file = await withDeadline(TIMEOUT_MS, () => readImage(fileName));
    if (!file) throw new HttpError(404, 'not_found', 'There is no image at this address.');
    // the name stands for the content
    const etag = `"${file.fileName}"`;
    ctx.set({ ...HEADERS, 'Cache-Control': CACHING[`${file.isFinal}`], ETag: etag });
    if (isNotModified(ctx.req.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    ctx.body = Readable.from(file.chunks, { objectMode: false });
    ctx.type = file.type;
    ctx.length = file.size;
  });
};
