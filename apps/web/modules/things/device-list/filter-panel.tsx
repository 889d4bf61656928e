import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../../ui/index.ts';
import { FilterPopover } from '../../../ui/list/filter-popover.tsx';
import { filtersInUse, type ListView } from './list-url.ts';

const FilterForm = lazy(() => import('./filter-form.tsx'));

interface FilterPanelProps {
  view: ListView;
  tenantId: string;
  roleId: number;
  onApply: (view: ListView) => void;
}

/** The button that opens the filters. */
export function FilterPanel(props: FilterPanelProps) {
  return (
    <FilterPopover count={filtersInUse(props.view).length} width={340}>
      {(close) => (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <FilterForm {...props} onClose={close} />
        </Suspense>
      )}
    </FilterPopover>
  );
}
