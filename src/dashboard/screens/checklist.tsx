import { useState } from 'preact/hooks';
import { request } from '../api/request.ts';
import { BASE } from '../app/base.ts';
import { caller, holds } from '../app/session.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { Section } from '../parts/parts.tsx';
import { t } from '../text/text.ts';

const HIDDEN = 'commerce.checklist.hidden';

/** What is to be done after the first start, until all of it is done. */
export const Checklist = () => {
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN) !== null);
  const isOwner = holds('keys:write') && holds('orders:read') && holds('products:write');
  if (!isOwner || isHidden) return null;
  return (
    <Steps
      onHide={() => {
        localStorage.setItem(HIDDEN, 'true');
        setHidden(true);
      }}
    />
  );
};

const Steps = ({ onHide }: Readonly<{ onHide: () => void }>) => {
  const { data } = useLoaded('checklist', async (signal) => {
    const query = { limit: 1 };
    const [products, keys, orders] = await Promise.all([
      request('get', '/api/products', { query, signal }),
      request('get', '/api/auth/keys', { query, signal }),
      request('get', '/api/orders', { query, signal }),
    ]);
    const user = caller.value?.user;
    return [
      { text: t().checklist.signIn, href: BASE, isDone: true },
      // the first version of the owner has the password of the first start
      { text: t().checklist.password, href: `${BASE}/account`, isDone: (user?.version ?? 1) > 1 },
      { text: t().checklist.products, href: `${BASE}/products/new`, isDone: products.data.data.length > 0 },
      { text: t().checklist.key, href: `${BASE}/keys`, isDone: keys.data.data.length > 0 },
      { text: t().checklist.order, href: `${BASE}/orders/new`, isDone: orders.data.data.length > 0 },
    ];
  });
  if (data === undefined || data.every(({ isDone }) => isDone)) return null;
  return (
    <Section
      title={t().checklist.title}
      actions={
        <button type="button" class="button" onClick={onHide}>
          {t().checklist.hide}
        </button>
      }
    >
      <ol class="timeline">
        {data.map(({ text, href, isDone }) => (
          <li key={text}>
            <span aria-hidden="true">{isDone ? '✓' : '○'}</span>{' '}
            {isDone ? (
              <s>
                {text}
                <span class="visually-hidden"> {t().checklist.done}</span>
              </s>
            ) : (
              <a href={href}>{text}</a>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
};
