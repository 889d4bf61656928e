const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * Fills the `:name` parameters of `path`, encoded.
 * @throws TypeError if one is missing, or is `.` or `..`, which would resolve to the address of another call
 */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (isEmpty(value)) throw new TypeError(`${path} needs the parameter ${name}`);
    const text = String(value);
    if (text === '.' || text === '..') throw new TypeError(`${path}: ${name} must not be "${text}"`);
    return encodeURIComponent(text);
  });
}

/** The query without empty fields: arrays joined by commas, objects as JSON. Empty, or a text that begins with `?`. */
export function queryText(values: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) continue;
    query.append(name, textOf(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
