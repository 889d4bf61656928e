import { useEffect, useState } from 'react';
import { enlargedFor } from './enlarged-for.ts';

const now = () => enlargedFor(window.innerWidth, window.innerHeight);

/** How much larger than at a desk a chart of the wall is drawn: it has sizes of its own, which do not follow the text's. */
export function useEnlarged(): number {
  const [enlarged, setEnlarged] = useState(now);
  useEffect(() => {
    const measure = () => setEnlarged(now());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return enlarged;
}
