import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Accepted, readBytes, requireMediaType } from './body.ts';

/** A file as a request's body. In the fingerprint of the request, its digest represents it. */
export class FileBody {
  /** The media type that the client says. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** In hexadecimal. */
  readonly sha256: string;

  constructor(type: string, bytes: Uint8Array) {
    this.type = type;
    this.bytes = bytes;
    this.sha256 = hash('sha256', bytes);
  }

  toJSON(): readonly string[] {
    return [this.type, this.sha256];
  }
}

/** Reads a body of an allowed media type. @throws HttpError `unsupported_media_type`, `payload_too_large`. */
export const readFileBody = async (
  request: IncomingMessage,
  { mediaTypes, ...accepted }: Accepted & Readonly<{ mediaTypes: readonly string[] }>,
): Promise<FileBody> => {
  const type = requireMediaType(request, mediaTypes);
  return new FileBody(type, await readBytes(request, accepted));
};
