/** The values that the specification omits from queries and bodies (section 7): undefined, null and empty text. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/**
 * The query string of `values` without empty fields, in key order; false and 0 stay. Lists become `a,b`.
 * Returns '' or a text that starts with '?'.
 */
export function queryText(values: Record<string, unknown> | undefined): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values ?? {})) {
    if (isEmpty(value)) continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') query.append(key, text);
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

/**
 * A body without empty fields, at every depth of its objects. Lists keep their length, as an item's position may matter.
 * A cleared field is listed by name in `clearFields` (interpretation A39).
 */
export function cleanBody(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(cleanBody);
  if (body === null || typeof body !== 'object') return body;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) if (!isEmpty(value)) out[key] = cleanBody(value);
  return out;
}

/**
 * The body of an update: fields with a value, and in `clearFields` the names of cleared ones (interpretation A39), which
 * {@link cleanBody} would drop silently. Undefined fields stay unchanged on the server.
 */
export function updateBody<T extends object>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], null> } & { clearFields?: string[] } {
  const kept: Record<string, unknown> = {};
  const clearFields: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === '') clearFields.push(key);
    else if (value !== undefined) kept[key] = value;
  }
  if (clearFields.length > 0) kept.clearFields = clearFields;
  return kept as ReturnType<typeof updateBody<T>>;
}

/**
 * The fields of a form that differ from what it was filled with: an update that sends only these does not undo what
 * somebody else changed meanwhile.
 */
export function changedFields<T extends object>(
  before: Partial<Record<keyof T, unknown>>,
  after: T,
): Partial<T> {
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value ?? '') !== JSON.stringify(before[key as keyof T] ?? ''),
  );
  return Object.fromEntries(changed) as Partial<T>;
}

/** `path` with its `:name` parameters filled in, each encoded. Throws when one is missing, which is a bug. */
export function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (isEmpty(value)) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}
