import { signal } from '@preact/signals';
import { t } from '../text/text.ts';

type Notice = Readonly<{ id: number; text: string }>;

const SHOWN_MS = 6_000;

const notices = signal<readonly Notice[]>([]);
let last = 0;

/** Tells what has been done, for some seconds. */
export const notify = (text: string): void => {
  last += 1;
  const notice = { id: last, text };
  notices.value = [...notices.value, notice];
  setTimeout(() => dismiss(notice.id), SHOWN_MS);
};

const dismiss = (id: number): void => {
  notices.value = notices.value.filter((each) => each.id !== id);
};

export const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {notices.value.map(({ id, text }) => (
      <p key={id} class="notice">
        {text}
        <button type="button" class="icon-button" aria-label={t().common.close} onClick={() => dismiss(id)}>
          ×
        </button>
      </p>
    ))}
  </div>
);
