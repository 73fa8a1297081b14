import type { FunctionComponent } from 'preact';
import { lazy } from 'preact-iso';
import { Button } from '../parts/button.tsx';
import { t } from '../text/text.ts';

/** A component that is loaded when it is first shown. */
export const lazyScreen = <P,>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> =>
  // a failed import is never tried again by the browser
  lazy(() => load().catch(() => NotLoaded)) as FunctionComponent<P>;

const NotLoaded = () => (
  <section class="screen">
    <h1>{t().errors.notLoaded}</h1>
    <Button label={t().common.reload} onClick={() => location.reload()} />
  </section>
);
