import { type ComponentType, useState } from 'react';
import { FilterPopover } from '../../../ui/list/filter-popover.tsx';
import type { FilterFormProps } from './filter-form.tsx';

/** The button that opens the filter form, which is loaded on first use. */
export function FilterPanel(props: Omit<FilterFormProps, 'onClose'>) {
  const [Form, setForm] = useState<ComponentType<FilterFormProps> | null>(null);
  const load = async () => {
    const { FilterForm } = await import('./filter-form.tsx');
    setForm(() => FilterForm);
  };
  return (
    <FilterPopover count={Object.keys(props.view.filters).length} width={360} load={load}>
      {(close) => Form && <Form {...props} onClose={close} />}
    </FilterPopover>
  );
}
