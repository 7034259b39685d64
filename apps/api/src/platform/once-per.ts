/**
 * Remembers what `read` gives for an object for as long as the object lives: once a request for an actor, who is made
 * anew for each. A read that fails is not remembered.
 */
export function oncePer<K extends object, V>(read: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new WeakMap<K, Promise<V>>();
  return (key) => {
    const found = known.get(key);
    if (found) return found;
    const reading = read(key);
    known.set(key, reading);
    reading.catch(() => known.delete(key));
    return reading;
  };
}
