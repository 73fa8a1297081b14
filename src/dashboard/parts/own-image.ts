/**
 * The path of an image that the service stores, or of a smaller copy, whatever the origin in its address: its name begins
 * with the digest of its content.
 * Images of other origins are not loaded.
 */
export const ownImage = (url: string): string | undefined => {
  const [path] = /\/images\/[0-9a-f]{64}[0-9a-z-]*\.[a-z]+$/.exec(url) ?? [];
  return path;
};

/** The host of an address, or the address itself if it is none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
