import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';

/** Goes to another screen when something is done, unless the user has left this one meanwhile. */
export const useRoute = (): ((address: string, replaces?: boolean) => void) => {
  const { route } = useLocation();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (address, replaces) => {
    if (isShown.current) route(address, replaces);
  };
};
