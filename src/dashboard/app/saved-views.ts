import { signal } from '@preact/signals';
import { request, type Schemas } from '../api/request.ts';

type View = Schemas['SavedView'];

/** The views of all lists that the user has saved; undefined until they are loaded. */
export const savedViews = signal<readonly View[] | undefined>(undefined);

const read = () => request('get', '/api/users/me/views');

/** @throws ApiError */
export const loadViews = async (): Promise<void> => {
  savedViews.value = (await read()).data.views;
};

/** Changes the views as they are stored now, which may be newer than those that are shown. @throws ApiError */
const changeViews = async (change: (views: readonly View[]) => readonly View[]): Promise<void> => {
  const { data, etag } = await read();
  const body = { views: [...change(data.views)] };
  savedViews.value = (await request('put', '/api/users/me/views', { body, ifMatch: etag })).data.views;
};

const isSame = (one: Pick<View, 'list' | 'name'>, other: Pick<View, 'list' | 'name'>): boolean =>
  one.list === other.list && one.name === other.name;

/** Saves a view; one of the same name is replaced. @throws ApiError */
export const saveView = (view: View): Promise<void> =>
  changeViews((views) => [...views.filter((each) => !isSame(each, view)), view]);

/** @throws ApiError */
export const removeView = (view: View): Promise<void> =>
  changeViews((views) => views.filter((each) => !isSame(each, view)));
