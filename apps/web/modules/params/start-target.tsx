import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { ParamBatchBody } from '@voltloop/contract/calls/params.ts';
import { useTranslation } from 'react-i18next';
import { AccountPicker, type PickedAccount, type PickedThing, ThingPicker } from '../accounts/index.ts';
import { thingStateList } from '../things/index.ts';
import styles from './params.module.css';

/** The devices of a batch, as entered. */
export interface Target {
  /** How they are selected: chosen on another page, picked here, or by a filter. */
  by: 'given' | 'list' | 'filter';
  things: PickedThing[];
  search: string;
  state: string;
  account: PickedAccount[];
}

type Given = readonly string[] | null;

export const initialTarget = (given: Given): Target => ({
  by: given ? 'given' : 'list',
  things: [],
  search: '',
  state: '',
  account: [],
});

/** The selected devices as the call takes them; null while there are none. */
export function devicesOf(
  { by, things, search, state, account }: Target,
  given: Given,
): Pick<ParamBatchBody, 'things' | 'filter'> | null {
  if (by === 'given' && given) return { things: [...given] };
  if (by !== 'filter') return things.length > 0 ? { things: things.map(({ devid }) => devid) } : null;
  return {
    filter: {
      ...(search.trim() && { search: search.trim() }),
      ...(state && { state: Number(state) }),
      ...(account[0] && { account: account[0].id }),
    },
  };
}

interface TargetFieldsProps {
  given: Given;
  target: Target;
  onChange: (target: Target) => void;
}

export function TargetFields({ given, target, onChange }: TargetFieldsProps) {
  const { t } = useTranslation(['params', 'things']);
  const set = (changed: Partial<Target>) => onChange({ ...target, ...changed });
  return (
    <fieldset className={styles.target}>
      <legend>{t('start.devices')}</legend>
      <SegmentedControl
        size="sm"
        aria-label={t('start.devices')}
        value={target.by}
        onChange={(by) => set({ by: by as Target['by'] })}
        data={[
          ...(given ? [{ value: 'given', label: t('start.byGiven', { count: given.length }) }] : []),
          { value: 'list', label: t('start.byList') },
          { value: 'filter', label: t('start.byFilter') },
        ]}
      />
      {target.by === 'list' && (
        <ThingPicker label={t('start.pick')} value={target.things} onChange={(things) => set({ things })} />
      )}
      {target.by === 'filter' && (
        <div className={styles.pair}>
          <TextInput
            label={t('start.search')}
            maxLength={100}
            value={target.search}
            onChange={(event) => set({ search: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('start.state')}
            value={target.state}
            onChange={(event) => set({ state: event.currentTarget.value })}
            data={[
              { value: '', label: t('start.anyState') },
              ...thingStateList.map(({ status, name: state }) => ({
                value: String(status),
                label: t(`things:state.${state}`),
              })),
            ]}
          />
          <AccountPicker
            label={t('start.account')}
            value={target.account}
            onChange={(account) => set({ account })}
          />
        </div>
      )}
    </fieldset>
  );
}
