import { Button, Group } from '@mantine/core';
import type { ListFilter } from '@voltloop/contract/lists/define-list.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './filter-inputs.module.css';
import { type FilterExtras, FilterInputs } from './filter-inputs.tsx';
import type { AnyView } from './list-view.ts';

interface FilterPanelProps extends FilterExtras {
  filters: readonly [id: string, filter: ListFilter][];
  view: AnyView;
  onApply: (next: AnyView) => void;
  onClose: () => void;
}

/** The filters of a list in a panel: applied together. */
export default function FilterPanel({ filters, view, onApply, onClose, ...rest }: FilterPanelProps) {
  const { t } = useTranslation('list');
  const [draft, setDraft] = useState<AnyView>(() =>
    Object.fromEntries(filters.map(([id]) => [id, view[id]])),
  );
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
        onClose();
      }}
    >
      <FilterInputs
        {...rest}
        inPanel
        filters={filters}
        view={draft}
        set={(next) => setDraft((now) => ({ ...now, ...next }))}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onClose}>
          {t('filter.cancel')}
        </Button>
        <Button size="xs" type="submit">
          {t('filter.apply')}
        </Button>
      </Group>
    </form>
  );
}
