import { useState } from 'react';

/** The last question: a dialog that closes keeps showing what it was about until it has faded. */
export function useLast<Asked>(asked: Asked | null): Asked | null {
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  return asked ?? last;
}
