import type { ImageFetch } from '#core/imports/image-fetch.ts';
import type { ImageFetchRepository } from '#core/imports/ports.ts';
import type { TableChanges } from '../store/memory-table.ts';

const keyOf = ({ productId, source }: ImageFetch): string => `${productId} ${source}`;

export const makeImageFetchRepository = (fetches: TableChanges<string, ImageFetch>): ImageFetchRepository => {
  const put = async (each: readonly ImageFetch[]): Promise<void> => {
    for (const fetch of each) fetches.set(keyOf(fetch), fetch);
  };
  return {
    listOf: async (ids) => fetches.filter(({ productId }) => ids.includes(productId)),
    addMany: put,
    saveMany: put,

    async lockDue(at) {
      const due = fetches.filter(({ status, dueAt }) => status === 'pending' && dueAt <= at);
      const [first] = due.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
      return due.filter(({ productId, importId }) => productId === first?.productId && importId === first.importId);
    },
  };
};
