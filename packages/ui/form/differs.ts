/**
 * Whether the values of a form differ from those it was filled with. A field without a value, an emptied one and one
 * that the initial values do not name are the same: input that was taken back is no change.
 */
export const differs = (values: unknown, from: unknown): boolean => text(values) !== text(from);

const text = (value: unknown): string => JSON.stringify(value, withoutEmpty) ?? '';

function withoutEmpty(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null && inner !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
