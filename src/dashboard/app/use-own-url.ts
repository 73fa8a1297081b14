import { useRef } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';

/**
 * The address of this screen. The router shows a screen until the next one is loaded, whose query it must not take for its
 * own.
 */
export const useOwnUrl = (): URL => {
  const { url, path } = useLocation();
  const { path: ownPath } = useRoute();
  const own = useRef(url);
  if (path === ownPath) own.current = url;
  return new URL(own.current, location.origin);
};
