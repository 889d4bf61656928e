import { useLayoutEffect, useRef, useState } from 'react';

type Functions = { [name: string]: (...args: never[]) => unknown };

/**
 * Stable functions that always call the latest version: for event handlers of children that
 * rerender only when their own properties change.
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
