import { ErrorState, SkeletonRows } from '@voltloop/ui';
import type { ReactNode } from 'react';

interface QueryStateProps<Data> {
  of: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Number of placeholder rows while it loads. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** The data of a query, or in their place that it loads or has failed. */
export function QueryState<Data>({ of, rows = 3, children }: QueryStateProps<Data>) {
  if (of.data !== undefined) return children(of.data);
  if (of.error) return <ErrorState compact error={of.error} onRetry={() => void of.refetch()} />;
  return <SkeletonRows rows={rows} />;
}
