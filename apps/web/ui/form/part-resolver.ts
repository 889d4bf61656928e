import { type FieldValues, get, type Path, type Resolver } from 'react-hook-form';

/** Longer lists are not validated as a whole when one of their inputs changes. */
const LONG = 50;

const isLong = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > LONG && typeof value[0] === 'object';

/**
 * A resolver that validates only what was requested. An input of a long list is validated with its own line only, so that
 * a keystroke costs the same in a list of two thousand. When a line is added or removed, the list keeps the errors that
 * are shown: the inputs of a new line are not invalid before anything was typed.
 * @param shown Whether the error of an input may be shown: it is already, or the form was submitted.
 */
export function partResolver<In extends FieldValues, Out>(
  whole: Resolver<In, unknown, Out>,
  shown: (path: Path<In>) => unknown,
): Resolver<In, unknown, Out> {
  return async (values, context, options) => {
    const [name, ...more] = options.names ?? [];
    if (name === undefined || more.length > 0) return whole(values, context, options);
    const [, list = '', index = '0'] = /^(.+?)\.(\d+)\./.exec(name) ?? [];
    const at = Number(index);
    const part = Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (key === name || !isLong(value)) return [key, value];
        return [key, key === list ? [value[at]] : []];
      }),
    ) as In;
    const moved = list !== '' && isLong(values[list]);
    const { errors, ...rest } = await whole(part, context, options);
    const found: Record<string, unknown> = { ...errors };
    if (moved && Array.isArray(found[list])) found[list] = placed(found[list][0], at);
    if (Array.isArray(get(values, name)) && Array.isArray(found[name]))
      found[name] = (found[name] as unknown[]).map((line, i) =>
        Object.fromEntries(
          Object.entries(line ?? {}).filter(([inner]) => shown(`${name}.${i}.${inner}` as Path<In>)),
        ),
      );
    return { ...rest, errors: found } as Awaited<ReturnType<typeof whole>>;
  };
}

/** A sparse list with only one value at its index. */
function placed(value: unknown, at: number): unknown[] {
  const list: unknown[] = [];
  list[at] = value;
  return list;
}
