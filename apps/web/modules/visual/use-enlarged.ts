import { useEffect, useState } from 'react';
import { enlargedFor } from './enlarged-for.ts';

const now = () => enlargedFor(window.innerWidth, window.innerHeight);

/** Scale of the wall's charts relative to a desk: charts have their own sizes, which do not follow the text's. */
export function useEnlarged(): number {
  const [enlarged, setEnlarged] = useState(now);
  useEffect(() => {
    const measure = () => setEnlarged(now());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return enlarged;
}
