import { type ComponentProps, lazy, Suspense } from 'react';
import { SkeletonLine } from '../../ui/index.ts';

const Loaded = lazy(() => import('./no-devices.tsx'));

/** The empty state of an account without devices, loaded on demand. */
export function NoDevices(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<SkeletonLine height={240} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
