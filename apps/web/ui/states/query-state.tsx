import type { ReactNode } from 'react';
import { SkeletonRows } from './skeletons.tsx';
import { ErrorState } from './states.tsx';

interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface PlaceholderProps {
  of: Pick<Query<unknown>, 'error' | 'refetch'>;
  /** Number of placeholder rows while it loads. */
  rows?: number;
  /** Whether the error takes little space, as in a card; otherwise that of a page. */
  compact?: boolean;
}

/** What a page shows instead of the data of a query: that it loads or has failed. */
export function QueryPlaceholder({ of, rows = 3, compact = true }: PlaceholderProps) {
  if (of.error) return <ErrorState compact={compact} error={of.error} onRetry={() => void of.refetch()} />;
  return <SkeletonRows rows={rows} />;
}

interface QueryStateProps<Data> extends PlaceholderProps {
  of: Query<Data>;
  children: (data: Data) => ReactNode;
}

/** The data of a query, or its placeholder. */
export function QueryState<Data>({ children, ...placeholder }: QueryStateProps<Data>) {
  const { data } = placeholder.of;
  return data === undefined ? <QueryPlaceholder {...placeholder} /> : children(data);
}
