import { Button, Combobox, Input, InputBase, type InputBaseProps, useCombobox } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Area,
  type AreaData,
  getAreaByCityId,
  getAreaData,
  getCityByProvId,
  getProvList,
} from '@voltloop/contract/calls/areas.ts';
import { useField } from '@voltloop/ui/form/fields.tsx';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callRaw } from '../../api/call.ts';
import { notifyError } from '../notify-error.ts';
import styles from './address-picker.module.css';
import { allPlaces, findPlaces, placeText } from './address-rules.ts';

/** Largest number of listed matches. */
const MAX_FOUND = 60;
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

const provinces = queryOptions({
  queryKey: ['area', 'provinces'],
  queryFn: ({ signal }) => call(getProvList, { signal }),
  ...FOREVER,
});
const citiesOf = (provId: string) =>
  queryOptions({
    queryKey: ['area', 'cities', provId],
    queryFn: ({ signal }) => call(getCityByProvId, { query: { provId }, signal }),
    ...FOREVER,
  });
const districtsOf = (cityId: string) =>
  queryOptions({
    queryKey: ['area', 'districts', cityId],
    queryFn: ({ signal }) => call(getAreaByCityId, { query: { cityId }, signal }),
    ...FOREVER,
  });
const everyPlace = queryOptions({
  queryKey: ['area', 'all'],
  queryFn: async ({ signal }) =>
    allPlaces((await (await callRaw(getAreaData, { signal })).json()) as AreaData),
  ...FOREVER,
});

/** The divisions directly below the current path. */
function below(way: readonly Area[]) {
  const [province, city] = way;
  if (city) return districtsOf(city.id);
  return province ? citiesOf(province.id) : provinces;
}

/** Selects the division chosen so far as a whole. */
const WHOLE = 'whole';
const STEPS = ['province', 'city', 'district'] as const;

export interface AddressPickerProps {
  label?: ReactNode;
  /** Names: province, city, and district where there is one. */
  value: readonly string[] | undefined;
  /** Called with the names, and the codes of the same places; both empty when cleared. */
  onChange: (names: string[], codes: string[]) => void;
  onBlur?: () => void;
  required?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  description?: ReactNode;
  size?: InputBaseProps['size'];
  /** Allows a whole province or city. */
  anyLevel?: boolean;
}

/** An address in China, level by level or by search. A city without districts completes it. */
export function AddressPicker({
  value = [],
  onChange,
  onBlur,
  disabled,
  anyLevel,
  size,
  ...field
}: AddressPickerProps) {
  const { t } = useTranslation('widgets');
  const queries = useQueryClient();
  const [way, setWay] = useState<Area[]>([]);
  const [text, setText] = useState('');
  const [loadingId, setLoadingId] = useState<string>();
  // Identifies the current opening: responses after the picker was closed are ignored.
  const opening = useRef(0);
  const combobox = useCombobox({
    onDropdownOpen: () => {
      opening.current += 1;
      void showWhereValueIs(opening.current);
      combobox.focusSearchInput();
    },
    onDropdownClose: () => {
      opening.current += 1;
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
      setLoadingId(undefined);
      onBlur?.();
    },
  });
  const list = useQuery({ ...(below(way) as typeof provinces), enabled: combobox.dropdownOpened });
  const searching = text.trim() !== '';
  const every = useQuery({ ...everyPlace, enabled: searching, placeholderData: keepPreviousData });
  const found = useMemo(() => findPlaces(every.data ?? [], text), [every.data, text]);

  /** Opens the list that contains the last name of the value. */
  async function showWhereValueIs(mine: number) {
    const known: Area[] = [];
    setWay(known);
    try {
      for (const name of value.slice(0, -1)) {
        const area = (await queries.fetchQuery(below(known) as typeof provinces)).find(
          (each) => each.name === name,
        );
        if (!area) break;
        known.push(area);
      }
    } catch {
      // The list shows the load error.
    }
    if (opening.current === mine) setWay([...known]);
  }

  const finish = (names: string[], codes: string[]) => {
    onChange(names, codes);
    combobox.closeDropdown();
  };
  const choose = async (id: string) => {
    if (searching) {
      const place = found.find(({ codes }) => codes.at(-1) === id);
      if (place) finish(place.names, place.codes);
      return;
    }
    if (id === WHOLE)
      return finish(
        way.map((each) => each.name),
        way.map((each) => each.id),
      );
    const area = list.data?.find((each) => each.id === id);
    if (!area || loadingId) return;
    const next = [...way, area];
    const done = () =>
      finish(
        next.map((each) => each.name),
        next.map((each) => each.id),
      );
    if (next.length === STEPS.length) return done();
    const mine = opening.current;
    setLoadingId(id);
    try {
      const children = await queries.fetchQuery(below(next) as typeof provinces);
      if (opening.current !== mine) return;
      if (children.length === 0) return done();
      setWay(next);
      combobox.resetSelectedOption();
      combobox.focusSearchInput();
    } catch (error) {
      notifyError(error);
    } finally {
      if (opening.current === mine) setLoadingId(undefined);
    }
  };

  return (
    <Combobox
      store={combobox}
      disabled={disabled ?? false}
      width="target"
      position="bottom-start"
      onOptionSubmit={(id) => void choose(id)}
    >
      <Combobox.Target targetType="button">
        <InputBase
          {...field}
          {...(size ? { size } : {})}
          component="button"
          type="button"
          pointer
          disabled={disabled ?? false}
          rightSection={
            value.length > 0 && !disabled ? (
              <Combobox.ClearButton onClear={() => onChange([], [])} />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={value.length > 0 && !disabled ? 'all' : 'none'}
          onClick={() => combobox.toggleDropdown()}
        >
          {placeText(value) || <Input.Placeholder>{t('address.choose')}</Input.Placeholder>}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown miw={Math.min(320, window.innerWidth - 32)} p={0}>
        <div className={styles.head}>
          <Combobox.Search
            value={text}
            maxLength={40}
            aria-label={t('address.search')}
            placeholder={t('address.search')}
            onChange={(event) => {
              setText(event.currentTarget.value);
              combobox.resetSelectedOption();
            }}
          />
          {!searching && (
            <fieldset className={styles.steps} aria-label={t('address.steps')}>
              {STEPS.map((step, i) => (
                <button
                  key={step}
                  type="button"
                  className={styles.step}
                  aria-current={i === way.length ? 'step' : undefined}
                  disabled={i > way.length}
                  onClick={() => {
                    setWay(way.slice(0, i));
                    combobox.focusSearchInput();
                  }}
                >
                  {way[i]?.name ?? t(`address.${step}`)}
                </button>
              ))}
            </fieldset>
          )}
        </div>
        <Combobox.Options
          aria-label={t('address.choose')}
          className={styles.options}
          data-wide={searching || undefined}
        >
          {searching ? (
            <>
              {found.slice(0, MAX_FOUND).map(({ codes, names }) => (
                <Combobox.Option key={codes.at(-1)} value={codes.at(-1) ?? ''}>
                  {placeText(names)}
                </Combobox.Option>
              ))}
              <Note query={every} none={found.length === 0} />
              {found.length > MAX_FOUND && (
                <div className={styles.note}>{t('address.more', { count: MAX_FOUND })}</div>
              )}
            </>
          ) : (
            <>
              {anyLevel && way.length > 0 && (
                <Combobox.Option value={WHOLE}>
                  {t('address.whole', { name: way.at(-1)?.name })}
                </Combobox.Option>
              )}
              {list.data?.map((area) => (
                <Combobox.Option
                  key={area.id}
                  value={area.id}
                  active={value[way.length] === area.name}
                  disabled={loadingId !== undefined && loadingId !== area.id}
                >
                  {area.name}
                </Combobox.Option>
              ))}
              <Note query={list} none={false} />
            </>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The text of an empty list. */
function Note({
  query,
  none,
}: {
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  none: boolean;
}) {
  const { t } = useTranslation('widgets');
  if (query.isError)
    return (
      <div className={styles.note} role="alert">
        {t('address.failed')}{' '}
        <Button variant="default" size="compact-xs" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  if (query.isPending)
    return (
      <div className={styles.note} role="status">
        {t('address.loading')}
      </div>
    );
  return none ? (
    <div className={styles.note} role="status">
      {t('address.none')}
    </div>
  ) : null;
}

/** {@link AddressPicker} as a field of a form; its value is the list of names. */
export function AddressField({
  name,
  ...rest
}: Omit<AddressPickerProps, 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string }) {
  const { field, error } = useField(name);
  return (
    <AddressPicker
      {...rest}
      value={field.value as string[] | undefined}
      onChange={(names) => field.onChange(names)}
      onBlur={field.onBlur}
      error={error}
    />
  );
}
