import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { caller, holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/parts.tsx';
import { t } from '../../text/text.ts';

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
    const [hasProducts, hasKeys, hasOrders] = [products, keys, orders].map((list) => list.data.data.length > 0);
    return { hasProducts, hasKeys, hasOrders };
  });
  if (data === undefined) return null;
  // the first version of the owner has the password of the first start
  const hasChanged = (caller.value?.user.version ?? 1) > 1;
  const steps = [
    { text: t().checklist.signIn, href: BASE, isDone: true },
    { text: t().checklist.password, href: `${BASE}/account`, isDone: hasChanged },
    { text: t().checklist.products, href: `${BASE}/products/new`, isDone: data.hasProducts },
    { text: t().checklist.key, href: `${BASE}/keys`, isDone: data.hasKeys },
    { text: t().checklist.order, href: `${BASE}/orders/new`, isDone: data.hasOrders },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section title={t().checklist.title} actions={<Button label={t().checklist.hide} onClick={onHide} />}>
      <ol class="timeline">
        {steps.map(({ text, href, isDone }) => (
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
