/**
 * Memoizes an async read by the identity of its argument, as long as that object lives. Each request creates an `Actor`,
 * so a read by actor runs once per request. A failed read is not kept.
 */
export function memoizeByIdentity<K extends object, V>(read: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const reads = new WeakMap<K, Promise<V>>();
  return (key) => {
    const known = reads.get(key);
    if (known) return known;
    const reading = read(key);
    reads.set(key, reading);
    reading.catch(() => reads.delete(key));
    return reading;
  };
}
