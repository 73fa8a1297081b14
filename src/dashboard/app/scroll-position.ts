import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';

/** How far the page was scrolled, by address. */
const positions = new Map<string, number>();

/** The address to which the browser went back or forward. */
let returnedTo: string | undefined;

addEventListener('popstate', () => {
  returnedTo = location.href;
});

/** Shows the beginning of a new screen; the browser shows where one was left that it goes back to. */
export const useScrollToTop = (): ((address: string) => void) => {
  const shown = useRef(location.pathname);
  return (address) => {
    const { pathname } = new URL(address, location.origin);
    if (pathname !== shown.current && returnedTo !== location.href) scrollTo(0, 0);
    shown.current = pathname;
  };
};

/** Keeps the position of a list for those who come back: the browser would restore it before the rows are there. */
export const useScrollPosition = (hasRows: boolean): void => {
  const { url } = useLocation();
  useLayoutEffect(() => {
    if (!hasRows || returnedTo !== location.href) return;
    returnedTo = undefined;
    scrollTo(0, positions.get(location.href) ?? 0);
  }, [hasRows, url]);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
  useEffect(() => {
    // a list that is loading is short
    if (!hasRows) return undefined;
    const { href } = location;
    const note = (): void => {
      positions.set(href, scrollY);
    };
    addEventListener('scroll', note);
    return () => removeEventListener('scroll', note);
  }, [hasRows, url]);
};
