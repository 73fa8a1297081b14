import type { FunctionComponent } from 'preact';
import { lazy } from 'preact-iso';
import { t } from '../text/text.ts';

/** A component that is loaded when it is first shown. */
export const lazyScreen = <P,>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> =>
  // a failed import is never tried again by the browser
  lazy(() => load().catch(() => NotLoaded)) as FunctionComponent<P>;

const NotLoaded = () => (
  <section class="screen">
    <h1>{t().errors.notLoaded}</h1>
    <button type="button" class="button" onClick={() => location.reload()}>
      {t().common.reload}
    </button>
  </section>
);
