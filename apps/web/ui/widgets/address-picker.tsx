import { Button, Combobox, Input, InputBase, type InputBaseProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../form/fields.tsx';
import styles from './address-picker.module.css';
import { placeText } from './address-rules.ts';
import { STEPS, useAddressChoice, WHOLE } from './use-address-choice.ts';

/** Largest number of listed matches. */
const MAX_FOUND = 60;

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
  const { combobox, way, backTo, text, search, searching, loadingId, list, every, found, choose } =
    useAddressChoice(value, onChange, onBlur);

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
            onChange={(event) => search(event.currentTarget.value)}
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
                  onClick={() => backTo(i)}
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
