import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { Button } from '../parts/button.tsx';
import { problemText } from '../parts/problem-notice.tsx';
import { t } from '../text/text.ts';

type Notice = Readonly<{ id: number; text: string; isError: boolean }>;

const SHOWN_MS = 6_000;

const notices = signal<readonly Notice[]>([]);
let last = 0;

/** Where notices can be shown: the frame, and then each open dialog. */
const places = signal<readonly object[]>([]);

/** Says what has been done, for some seconds. */
export const notify = (text: string): void => {
  const id = add(text, false);
  setTimeout(() => dismiss(id), SHOWN_MS);
};

/** Says why something failed, until it is dismissed. @throws an error that is not of the API. */
export const notifyProblem = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
  add(problemText(error), true);
};

const add = (text: string, isError: boolean): number => {
  last += 1;
  // the same problem is shown once
  const others = notices.value.filter((notice) => !(isError && notice.isError && notice.text === text));
  notices.value = [...others, { id: last, text, isError }];
  return last;
};

const dismiss = (id: number): void => {
  notices.value = notices.value.filter((each) => each.id !== id);
};

/** Stands in the frame and in each dialog, since a modal dialog hides the rest of the page; the newest place shows them. */
export const Notices = () => {
  const place = useRef({}).current;
  useLayoutEffect(() => {
    places.value = [...places.value, place];
    return () => {
      places.value = places.value.filter((each) => each !== place);
    };
  }, []);
  const shown = places.value.at(-1) === place ? notices.value : [];
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown.map(({ id, text, isError }) => (
        <p key={id} class={isError ? 'notice error' : 'notice'}>
          {text}
          <Button label="" icon="close" class="icon-button" aria-label={t().common.close} onClick={() => dismiss(id)} />
        </p>
      ))}
    </div>
  );
};
