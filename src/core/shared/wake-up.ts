/** Wakes one waiting task. A signal that comes before the task waits is not lost. */
export class WakeUp {
  #next = Promise.withResolvers<void>();

  signal(): void {
    this.#next.resolve();
  }

  async wait(): Promise<void> {
    await this.#next.promise;
    this.#next = Promise.withResolvers<void>();
  }
}
