/** Calls `make` once for each argument: building schemas costs more than using them. */
export function cached<Key extends WeakKey, Value extends object>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const existing = made.get(key);
    if (existing) return existing;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
