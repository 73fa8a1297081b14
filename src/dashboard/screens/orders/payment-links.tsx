import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { request, type Schemas } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import { useResource } from '../../app/use-resource.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Time } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { fill, t } from '../../text/text.ts';
import type { Collected } from './collected.ts';

type Link = Schemas['PaymentLink'];

const MAX_LINKS = 100;

type Props = Readonly<{
  collected: Collected;
  /** Reads what the timeline says of the links. */
  onChange: () => void;
}>;

/** Creates payment links and sends them, and shows those that are active. */
export const PaymentLinks = ({ collected: { about, email }, onChange }: Props) => {
  const state = useResource('/api/payment_links', { query: { ...about, limit: MAX_LINKS } });
  const reload = async (): Promise<void> => {
    await state.reload();
    onChange();
  };
  const { run, failure, isBusy } = useStep(reload);
  const create = (send: boolean) =>
    run(
      (idempotencyKey) => request('post', '/api/payment_links', { body: { ...about, send }, idempotencyKey }),
      send ? t().collect.sent : t().collect.created,
    );
  return (
    <>
      <p>
        {t().collect.linkExplained} {email !== null && fill(t().collect.recipient, { email })}
      </p>
      {failure && <ProblemNotice error={failure} />}
      <div class="buttons">
        {email !== null && (
          <Button
            label={t().collect.createAndSend}
            class="button primary"
            disabled={isBusy}
            onClick={() => create(true)}
          />
        )}
        <Button label={t().collect.create} disabled={isBusy} onClick={() => create(false)} />
      </div>
      <LoadedContent state={state}>
        {({ data }) => {
          const active = data.filter((link) => link.active);
          return (
            active.length > 0 && (
              <section class="form" aria-label={t().collect.links}>
                <h3>{t().collect.links}</h3>
                {active.map((link) => (
                  <ActiveLink key={link.id} link={link} isSendable={email !== null} reload={reload} />
                ))}
              </section>
            )
          );
        }}
      </LoadedContent>
    </>
  );
};

type ActiveLinkProps = Readonly<{ link: Link; isSendable: boolean; reload: () => unknown }>;

const ActiveLink = ({
  link: { id, url, created_at: createdAt, sent_at: sentAt },
  isSendable,
  reload,
}: ActiveLinkProps) => {
  const { run, failure, isBusy } = useStep(reload);
  const step = (path: '/api/payment_links/{id}/send' | '/api/payment_links/{id}/deactivate', done: string) =>
    run((idempotencyKey) => request('post', path, { params: { id }, idempotencyKey }), done);
  return (
    <article class="entry payment-link">
      <code class="code">{url}</code>
      <p class="muted">
        <Time at={createdAt} />
        {sentAt !== null && (
          <>
            {' '}
            · {t().collect.sentAt} <Time at={sentAt} />
          </>
        )}
      </p>
      {failure && <ProblemNotice error={failure} />}
      <div class="buttons">
        <CopyButton text={url} />
        {isSendable && (
          <Button
            label={t().collect.sendAgain}
            disabled={isBusy}
            onClick={() => step('/api/payment_links/{id}/send', t().collect.sent)}
          />
        )}
        <Button
          label={t().collect.deactivate}
          class="button danger"
          disabled={isBusy}
          onClick={() => step('/api/payment_links/{id}/deactivate', t().collect.deactivated)}
        />
      </div>
    </article>
  );
};

/** A step that is sent once, whatever is clicked meanwhile. */
const useStep = (reload: () => unknown) => {
  const [failure, setFailure] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const run = (send: (idempotencyKey: string) => Promise<unknown>, done: string): void => {
    setBusy(true);
    void send(key.current)
      .then(
        async () => {
          setFailure(undefined);
          await reload();
          notify(done);
        },
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          setFailure(error);
        },
      )
      .finally(() => {
        key.current = crypto.randomUUID();
        setBusy(false);
      });
  };
  return { run, failure, isBusy };
};
