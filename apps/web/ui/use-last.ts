import { useState } from 'react';

/** The last non-null value, so that a closing dialog keeps its content while it fades out. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value && value !== last) setLast(value);
  return value ?? last;
}
