import { Button, Group, MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { FilterPopover } from '../../ui/list/filter-popover.tsx';
import { thingStateList } from '../things/index.ts';
import { tagsInUse } from './queries.ts';
import styles from './sites.module.css';
import type { SitesView } from './sites-url.ts';

interface SitesFilterProps {
  view: SitesView;
  onApply: (next: Partial<SitesView>) => void;
}

/** The button that opens the filters of the list: worst state and tags. */
export function SitesFilter({ view, onApply }: SitesFilterProps) {
  return (
    <FilterPopover count={(view.state === null ? 0 : 1) + view.tags.length} width={320}>
      {(close) => <Panel view={view} onApply={onApply} onClose={close} />}
    </FilterPopover>
  );
}

function Panel({ view, onApply, onClose }: SitesFilterProps & { onClose: () => void }) {
  const { t } = useTranslation(['sites', 'things']);
  const { tenantId } = useAccount();
  const known = useQuery(tagsInUse(tenantId)).data ?? [];
  const [state, setState] = useState(view.state === null ? null : String(view.state));
  const [tags, setTags] = useState<readonly string[]>(view.tags);
  const inside = { comboboxProps: { withinPortal: false } };
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ state: state === null ? null : Number(state), tags });
        onClose();
      }}
    >
      <Select
        {...inside}
        size="xs"
        label={t('filter.state')}
        data={thingStateList.map(({ status, name }) => ({
          value: String(status),
          label: t(`state.${name}`, { ns: 'things' }),
        }))}
        value={state}
        onChange={setState}
        clearable
        data-autofocus
      />
      <MultiSelect
        {...inside}
        size="xs"
        label={t('filter.tags')}
        data={[...new Set([...view.tags, ...known.map(({ tag }) => tag)])]}
        value={[...tags]}
        onChange={setTags}
        searchable
        clearable
        nothingFoundMessage={t('filter.noTag')}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="xs" type="submit">
          {t('filter.apply')}
        </Button>
      </Group>
    </form>
  );
}
