import { useEffect } from 'preact/hooks';
import { notifyProblem } from '../app/notices.tsx';
import { loadViews, removeView, savedViews, saveView } from '../app/saved-views.ts';
import { ActionButton } from '../form/action-button.tsx';
import { savedText } from '../form/saved-text.ts';
import { Button } from '../parts/button.tsx';
import { SwitchButton } from '../parts/switch.tsx';
import { fill, t } from '../text/text.ts';
import { CURSOR, type ListState } from './list-state.ts';

/** A view of a list: the query that its filters and its sort make. */
export type Tab = Readonly<{ label: string; query: string }>;

type Props = Readonly<{ list: string; state: ListState; tabs: readonly Tab[] }>;

const normal = (query: URLSearchParams): string => {
  const sorted = new URLSearchParams(query);
  sorted.delete(CURSOR);
  sorted.sort();
  return String(sorted);
};

/** All rows, the views that everybody has, and those that the user has saved. */
export const ViewTabs = ({ list, state, tabs }: Props) => {
  useEffect(() => {
    if (savedViews.value === undefined) loadViews().catch(notifyProblem);
  }, []);
  const own = savedViews.value?.filter((view) => view.list === list) ?? [];
  const current = normal(state.query);
  const isShown = ({ query }: Pick<Tab, 'query'>): boolean => normal(new URLSearchParams(query)) === current;
  const all = [{ label: t().common.all, query: '' }, ...tabs];
  const ownShown = own.find(isShown);
  const isNew = ownShown === undefined && !all.some(isShown);
  if (tabs.length === 0 && own.length === 0 && !isNew) return null;
  return (
    <fieldset class="views" aria-label={t().list.views}>
      {all.map((tab) => (
        <SwitchButton
          key={tab.label}
          label={tab.label}
          isChosen={isShown(tab)}
          onClick={() => state.apply(tab.query)}
        />
      ))}
      {own.map((view) => (
        <SwitchButton
          key={view.name}
          label={view.name}
          isChosen={view === ownShown}
          onClick={() => state.apply(view.query)}
        />
      ))}
      {ownShown && (
        <Button
          label={fill(t().list.removeView, { name: ownShown.name })}
          class="link"
          onClick={() => void removeView(ownShown).catch(notifyProblem)}
        />
      )}
      {isNew && (
        <ActionButton
          action={{
            label: t().list.saveView,
            explanation: t().list.saveViewExplained,
            fields: [{ name: 'name', kind: 'text', isRequired: true }],
            run: async ({ name }) => {
              await saveView({ list, name: String(name ?? ''), query: current });
              return { object: 'saved_view', name };
            },
            done: savedText,
          }}
        />
      )}
    </fieldset>
  );
};
