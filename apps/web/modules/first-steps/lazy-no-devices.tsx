import { SkeletonLine } from '@voltloop/ui';
import { type ComponentProps, lazy, Suspense } from 'react';

const Loaded = lazy(() => import('./no-devices.tsx'));

/** What an account without devices does next; fetched only where there are none. */
export function NoDevices(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<SkeletonLine height={240} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
