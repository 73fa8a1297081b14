import { useEffect } from 'preact/hooks';
import { notifyProblem } from '../app/notices.tsx';
import { loadViews, removeView, savedViews, saveView } from '../app/saved-views.ts';
import { ActionButton } from '../form/action-button.tsx';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { fill, t } from '../text/text.ts';
import type { ListState } from './list-state.ts';

/** The views of a list that the user has saved: their filters and their sort. */
export const ViewMenu = ({ list, state }: Readonly<{ list: string; state: ListState }>) => {
  const own = savedViews.value?.filter((view) => view.list === list) ?? [];
  useEffect(() => {
    if (savedViews.value === undefined) loadViews().catch(notifyProblem);
  }, []);
  const query = new URLSearchParams(state.query);
  query.delete('cursor');
  return (
    <Menu label={t().list.views}>
      {own.map((view) => (
        <div key={view.name} class="menu-item">
          <Button label={view.name} class="link" data-closes onClick={() => state.apply(view.query)} />
          <Button
            label="×"
            class="icon-button"
            aria-label={fill(t().list.removeView, { name: view.name })}
            onClick={() => void removeView(view).catch(notifyProblem)}
          />
        </div>
      ))}
      {own.length === 0 && <p class="muted">{t().list.noViews}</p>}
      {query.size > 0 && (
        <ActionButton
          action={{
            label: t().list.saveView,
            explanation: t().list.saveViewExplained,
            fields: [{ name: 'name', kind: 'text', isRequired: true }],
            run: ({ name }) => saveView({ list, name: String(name ?? ''), query: String(query) }),
            done: t().form.saved,
          }}
        />
      )}
    </Menu>
  );
};
