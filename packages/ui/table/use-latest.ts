import { useLayoutEffect, useRef, useState } from 'react';

type Functions = { [name: string]: (...args: never[]) => unknown };

/**
 * The same functions at every drawing, each of which runs what it was given last: for the events of children that are
 * re-rendered only when their own properties change.
 */
export function useLatest<F extends { [Name in keyof F]: (...args: never[]) => unknown }>(functions: F): F {
  const latest = useRef(functions);
  useLayoutEffect(() => {
    latest.current = functions;
  });
  const [same] = useState(() => {
    const names = Object.keys(functions) as (keyof F & string)[];
    return Object.fromEntries(
      names.map((name) => [name, (...args: never[]) => latest.current[name](...args)]),
    ) as Functions as F;
  });
  return same;
}
