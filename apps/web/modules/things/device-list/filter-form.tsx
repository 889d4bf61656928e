import { Autocomplete, Button, Checkbox, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { AccountPicker, type PickedAccount } from '../../accounts/index.ts';
import { versionsInUse } from '../queries.ts';
import { problemLevels } from '../thing-problem.tsx';
import { thingStateList } from '../thing-state.tsx';
import styles from './device-list.module.css';
import type { ListView } from './list-url.ts';
import { mayManage } from './row-menu.tsx';

/** Dropdowns and calendars open inside the popover: a press on them must not count as outside. */
const INSIDE = { withinPortal: false };

interface FilterFormProps {
  view: ListView;
  tenantId: string;
  roleId: number;
  onApply: (view: ListView) => void;
  onClose: () => void;
}

/** The filters: state, versions, installation days, type, account. */
export default function FilterForm({ view, tenantId, roleId, onApply, onClose }: FilterFormProps) {
  const { t } = useTranslation(['devices', 'things']);
  const [draft, setDraft] = useState(view);
  const [account, setAccount] = useState<PickedAccount | null>(null);
  const versions = useQuery(versionsInUse(tenantId)).data ?? [];
  const set = (change: Partial<ListView>) => setDraft({ ...draft, ...change });
  const known = (name: 'sw_version' | 'hw_version') =>
    [...new Set(versions.map((each) => each[name]))].filter(Boolean).sort();
  const inside = { comboboxProps: INSIDE };
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
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
        value={draft.state === null ? null : String(draft.state)}
        onChange={(state) => set({ state: state === null ? null : Number(state) })}
        clearable
        data-autofocus
      />
      <Select
        {...inside}
        size="xs"
        label={t('column.problem', { ns: 'things' })}
        data={problemLevels.map(({ level, word }) => ({
          value: String(level),
          label: t(word, { ns: 'things' }),
        }))}
        value={draft.problem === null ? null : String(draft.problem)}
        onChange={(level) => set({ problem: level === null ? null : Number(level) })}
        clearable
      />
      <div className={styles.pair}>
        <Autocomplete
          {...inside}
          size="xs"
          label={t('filter.sw')}
          data={known('sw_version')}
          value={draft.sw}
          maxLength={100}
          onChange={(sw) => set({ sw })}
        />
        <Autocomplete
          {...inside}
          size="xs"
          label={t('filter.hw')}
          data={known('hw_version')}
          value={draft.hw}
          maxLength={100}
          onChange={(hw) => set({ hw })}
        />
      </div>
      <div className={styles.pair}>
        <DayInput
          size="xs"
          popoverProps={INSIDE}
          label={t('filter.from')}
          value={draft.from}
          max={draft.to}
          onChange={(from) => set({ from })}
        />
        <DayInput
          size="xs"
          popoverProps={INSIDE}
          label={t('filter.to')}
          value={draft.to}
          min={draft.from}
          onChange={(to) => set({ to })}
        />
      </div>
      <Select
        {...inside}
        size="xs"
        label={t('filter.devtype')}
        data={['HE_BAT']}
        value={draft.devtype || null}
        onChange={(devtype) => set({ devtype: devtype ?? '' })}
        clearable
      />
      {mayManage(roleId) && (
        <AccountPicker
          size="xs"
          label={t('filter.account')}
          description={
            draft.account && draft.account !== 'none' && !account
              ? t('filter.accountNow', { name: draft.account })
              : undefined
          }
          value={account ? [account] : []}
          disabled={draft.account === 'none'}
          onChange={(picked) => {
            const one = picked.at(-1) ?? null;
            setAccount(one);
            set({ account: one?.user_name ?? '' });
          }}
        />
      )}
      {roleId === 0 && (
        <Checkbox
          size="xs"
          label={t('filter.none')}
          checked={draft.account === 'none'}
          onChange={(event) => {
            setAccount(null);
            set({ account: event.currentTarget.checked ? 'none' : '' });
          }}
        />
      )}
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
