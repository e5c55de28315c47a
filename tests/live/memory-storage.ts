// localStorage from memory, which can be full.

export class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  isFull = false;

  get length(): number {
    return this.#items.size;
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  key(at: number): string | null {
    return [...this.#items.keys()][at] ?? null;
  }
  clear(): void {
    this.#items.clear();
  }
}
