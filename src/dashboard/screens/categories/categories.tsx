import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { categoryPaths } from '../../app/category-paths.ts';
import { holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Action, ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { type Crud, changeAction, createAction } from '../../form/crud.ts';
import { deletedText } from '../../form/saved-text.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { RowMenu } from '../../parts/menu.tsx';
import { Loading } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { number } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { indent, moveBeside, moveInto, outdent, type Place, shift } from './tree-moves.ts';

type Node = Schemas['CategoryTreeNode'];

const CRUD: Crud = {
  path: '/api/categories',
  scope: 'categories:write',
  fields: () => [{ name: 'name', kind: 'text', isRequired: true }],
};

/** Another category gets the products and the subcategories. */
const remove = ({ node: { id, name }, roots }: Place): Action => {
  const others = categoryPaths(roots).filter((other) => other.id !== id);
  return {
    label: t().common.delete,
    scope: 'categories:write',
    isDanger: true,
    explanation: (
      <>
        <strong>{name}</strong>: {t().categories.deleteExplained}
      </>
    ),
    fields: [
      {
        name: 'reassign_to',
        kind: 'choice',
        values: others.map((other) => other.id),
        labels: Object.fromEntries(others.map((other) => [other.id, other.name])),
      },
    ],
    run: (query, idempotencyKey) =>
      request('delete', '/api/categories/{id}', { params: { id }, query, idempotencyKey }),
    done: deletedText({ object: 'category', name }),
  };
};

/** Moves a category, and shows the tree as it is then. A button that moves it has the focus again afterwards. */
type Move = (work: () => Promise<void>, buttonId?: string) => void;

/** The tree of categories: categories are moved by dragging, or by their buttons. */
export const Categories = () => {
  const [failure, setFailure] = useState<ApiError | undefined>();
  const [isBusy, setBusy] = useState(false);
  const { data, error, isLoading, reload } = useLoaded('tree', async (signal) => {
    return (await request('get', '/api/categories/tree', { signal })).data.data;
  });
  const focusedNext = useRef<string | undefined>(undefined);
  // the button of a moved category is another element
  useLayoutEffect(() => {
    if (focusedNext.current !== undefined) document.getElementById(focusedNext.current)?.focus();
    focusedNext.current = undefined;
  }, [data]);
  const move: Move = async (work, buttonId) => {
    if (isBusy) return;
    focusedNext.current = buttonId;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      setFailure(reason);
    } finally {
      setBusy(false);
      void reload();
    }
  };
  const problem = failure ?? error;
  return (
    <article class="screen" aria-busy={isBusy || isLoading}>
      <header class="screen-header">
        <h1>{t().navigation.categories}</h1>
        <ActionButton action={createAction(CRUD, { label: t().categories.create })} onDone={reload} />
      </header>
      <p class="muted">{t().categories.explained}</p>
      {problem && <ProblemNotice error={problem} retry={reload} />}
      {isLoading && data === undefined && <Loading />}
      {data?.length === 0 && <EmptyState icon="categories" text={t().categories.empty} />}
      {data && data.length > 0 && <Branch nodes={data} parents={[]} roots={data} move={move} onChanged={reload} />}
    </article>
  );
};

type BranchProps = Readonly<{
  nodes: readonly Node[];
  parents: readonly Node[];
  roots: readonly Node[];
  move: Move;
  onChanged: () => void;
}>;

const Branch = ({ nodes, parents, ...shared }: BranchProps) => (
  <ul class={parents.length === 0 ? 'tree table-frame' : 'tree'}>
    {nodes.map((node) => (
      <li key={node.id}>
        <Category place={{ node, siblings: nodes, parents, roots: shared.roots }} {...shared} />
        {node.children.length > 0 && <Branch nodes={node.children} parents={[...parents, node]} {...shared} />}
      </li>
    ))}
  </ul>
);

const DRAGGED = 'application/x-category';

/** Where a dragged category goes: into the one below the pointer, or beside it at its edges. */
type Target = 'before' | 'over' | 'after';

const EDGE = 0.25;

const targetOf = (event: DragEvent & { currentTarget: HTMLElement }): Target => {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const place = (event.clientY - top) / height;
  if (place < EDGE) return 'before';
  return place > 1 - EDGE ? 'after' : 'over';
};

const Category = ({ place, move, onChanged }: Readonly<{ place: Place; move: Move; onChanged: () => void }>) => {
  const { node } = place;
  const [target, setTarget] = useState<Target | undefined>();
  const canWrite = holds('categories:write');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do by keyboard what dragging does
    <div
      class={target === undefined ? 'tree-item' : `tree-item ${target}`}
      draggable={canWrite}
      onDragStart={(event) => event.dataTransfer?.setData(DRAGGED, node.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes(DRAGGED)) return;
        event.preventDefault();
        setTarget(targetOf(event));
      }}
      onDragLeave={() => setTarget(undefined)}
      onDrop={(event) => {
        event.preventDefault();
        setTarget(undefined);
        const dropped = targetOf(event);
        const id = event.dataTransfer?.getData(DRAGGED) ?? '';
        if (id === '' || id === node.id) return;
        move(() => (dropped === 'over' ? moveInto(id, node.id) : moveBeside(id, place, dropped === 'after')));
      }}
    >
      <div class="tree-name">
        <a href={`${BASE}/products?category=${node.id}`}>{node.name}</a>
        <span class="muted">{fill(t().categories.products, { count: number(node.product_count_total) })}</span>
      </div>
      {canWrite && <MoveButtons place={place} move={move} />}
      {canWrite && (
        <RowMenu name={node.name}>
          <ActionButtons actions={[changeAction(CRUD, node), remove(place)]} onDone={onChanged} />
        </RowMenu>
      )}
    </div>
  );
};

const MoveButtons = ({ place, move }: Readonly<{ place: Place; move: Move }>) => {
  const { node, siblings, parents } = place;
  const index = siblings.indexOf(node);
  const moves = [
    { sign: '↑', name: t().categories.up, isPossible: index > 0, run: () => shift(place, -1) },
    { sign: '↓', name: t().categories.down, isPossible: index < siblings.length - 1, run: () => shift(place, 1) },
    { sign: '→', name: t().categories.into, isPossible: index > 0, run: () => indent(place) },
    { sign: '←', name: t().categories.out, isPossible: parents.length > 0, run: () => outdent(place) },
  ];
  return (
    <span class="buttons">
      {moves.map(({ sign, name, isPossible, run }) => (
        <button
          key={sign}
          type="button"
          id={`${node.id}-${sign}`}
          class="icon-button"
          aria-disabled={!isPossible}
          title={fill(name, { name: node.name })}
          aria-label={fill(name, { name: node.name })}
          onClick={() => isPossible && move(run, `${node.id}-${sign}`)}
        >
          {sign}
        </button>
      ))}
    </span>
  );
};
