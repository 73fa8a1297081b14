/** A value in the browser's storage, which all tabs of the page share and a reload keeps. */
export type Stored<T> = Readonly<{ get(): T | undefined; set(value: T): void; remove(): void }>;

export const stored = <T>(name: string): Stored<T> => ({
  get() {
    const text = localStorage.getItem(name);
    return text === null ? undefined : (JSON.parse(text) as T);
  },
  set: (value) => localStorage.setItem(name, JSON.stringify(value)),
  remove: () => localStorage.removeItem(name),
});
